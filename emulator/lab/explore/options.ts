import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { didYouMean } from '../../engine/checking/near-miss.ts'
import {
  aList,
  aBoolean,
  anInteger,
  anything,
  checkOptions,
  oneOf,
  type OptionKinds,
} from '../../engine/checking/options.ts'
import type { StartOptions } from '../../host/create-world.ts'
import { parseDuration } from '../../engine/world/clock.ts'
import { acceptedProblem } from './accepted.ts'
import { groups, type Group } from './fault.ts'
import { faultModel } from './fault-model.ts'
import { verdicts, type Verdict } from './verdict.ts'

export interface ExploreOptions extends Pick<StartOptions, 'scenario' | 'fixtures' | 'seed' | 'settings'> {
  /** Groups, faults, one way of a fault or injection points: `paging`, `lost-answer`, `gateway:502`, `GET /users/me`. */
  readonly only?: readonly string[]
  /** The same, left out. */
  readonly skip?: readonly string[]
  /** Groups in which a failure that the client reports is not good enough. */
  readonly mustSurvive?: readonly Group[]
  /** Verdicts that are no findings: `silent-cut`. */
  readonly allow?: readonly Verdict[]
  /** 2: calls that appear only because of a fault get one, too. Default 1. */
  readonly depth?: 1 | 2
  /** Real time, such as `2m`. Default: none. */
  readonly budget?: string | number
  /** Real time for one run. Default: the baseline five times over, at least 5 s. */
  readonly timeLimit?: string | number
  /** One experiment, by its id. */
  readonly case?: string
  /** Findings that are known: `<verdict> <fault or group>`, at every call, or `<verdict> <fault or group> at <call>`. */
  readonly accept?: readonly string[]
  /** What is only noted is a finding: a call that failed and was ignored, a body that stops and is waited for. */
  readonly strict?: boolean
  /** The secret of the key that the subject is given. Default: the first `admin` key of the world. */
  readonly apiKey?: string
}

const kinds: OptionKinds<ExploreOptions> = {
  scenario: anything,
  fixtures: aList,
  seed: anInteger,
  settings: anything,
  only: aList,
  skip: aList,
  mustSurvive: aList,
  allow: aList,
  depth: oneOf(1 as never, 2 as never),
  budget: anything,
  timeLimit: anything,
  case: anything,
  accept: aList,
  strict: aBoolean,
  apiKey: anything,
}

/** Throws `EmulatorError` for an option, a group or a fault that there is not. */
export function checkExploreOptions(options: ExploreOptions): void {
  checkOptions('explore', options, kinds)
  for (const name of [...(options.only ?? []), ...(options.skip ?? [])]) requireKnown(name)
  for (const id of options.accept ?? [])
    for (const problem of acceptedProblem(id)) throw new EmulatorError(`accept: '${id}': ${problem}`)
  for (const verdict of options.allow ?? [])
    if (!verdicts.includes(verdict))
      throw new EmulatorError(`allow: there is no verdict '${verdict}'${didYouMean(verdict, verdicts)}`)
  for (const name of options.mustSurvive ?? [])
    if (!groups.includes(name))
      throw new EmulatorError(`mustSurvive: there is no group '${name}'${didYouMean(name, groups)}`)
}

/** A word with a blank or a point names calls, which only the baseline knows. */
function requireKnown(name: string): void {
  const known = [...groups, ...faultModel.map((fault) => fault.name)]
  if (known.includes(name.split(':', 1)[0]!) || /[ .#]/.test(name)) return
  throw new EmulatorError(`there is no group or fault '${name}'${didYouMean(name, known)} (known: ${known.join(', ')})`)
}

/** Real milliseconds. */
export function readMilliseconds(name: string, duration: string | number | undefined): number | undefined {
  if (duration === undefined) return undefined
  const milliseconds = parseDuration(duration)
  if (milliseconds === undefined || milliseconds <= 0)
    throw new EmulatorError(`${name}: expected a duration such as 2m or 500ms, got '${duration}'`)
  return milliseconds
}
