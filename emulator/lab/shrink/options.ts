import { aList, anInteger, anything, checkOptions, type OptionKinds } from '../../engine/checking/options.ts'
import type { StartOptions } from '../../host/create-world.ts'

export interface ShrinkOptions extends Pick<StartOptions, 'scenario' | 'fixtures' | 'seed' | 'settings'> {
  /** Limit of real time, such as `2m`: the report has the least scenario until then. Default: none. */
  readonly budget?: string | number
  /** Limit of real time for one run. Default: five times the first run, at least 5 s. */
  readonly timeLimit?: string | number
  /** Secret of the subject's key. Default: the first `admin` key of the world. */
  readonly apiKey?: string
}

const kinds: OptionKinds<ShrinkOptions> = {
  scenario: anything,
  fixtures: aList,
  seed: anInteger,
  settings: anything,
  budget: anything,
  timeLimit: anything,
  apiKey: anything,
}

/** Throws `EmulatorError` for an unknown option. */
export function checkShrinkOptions(options: ShrinkOptions): void {
  checkOptions('shrink', options, kinds)
}
