import type { ContractStamp } from '../../contract/stamp.ts'
import { shortened } from '../../contract/shortened.ts'
import type { WhyKind } from './variants.ts'

/** A change of the contract or of the start with which a red test is green. */
export interface Reason {
  readonly kind: WhyKind
  /** Id of the clause or the assumption. */
  readonly statement?: string
  /** Name of the mutant, the alternative, the trigger, the setting, the record or the key. */
  readonly id: string
  readonly says: string
  /** Number of the request that met it, from 1, among those of the test. */
  readonly request?: number
  /** True for a change that would turn nearly any test green. */
  readonly trivial: boolean
  /** Command line that shows it; undefined where none can. */
  readonly rerun?: string
}

/** A red test, and the reasons, the likeliest first. */
export interface Explained {
  readonly test: string
  readonly message: string
  readonly reasons: readonly Reason[]
  /** A line that leads to a reason where none is found. */
  readonly hint?: string
}

export interface WhyReport {
  readonly contract: ContractStamp
  readonly subject: string
  readonly failing: readonly Explained[]
  /** Number of changes with a result, and of those that there was no time for. */
  readonly tried: number
  readonly left: number
  /** Real milliseconds of all runs, and the time in which all changes would be tried; missing where none is left. */
  readonly tookMs?: number
  readonly budgetForAll?: string | undefined
  /** False where emulators began in several ways, so that no trigger, setting, record or key was tried. */
  readonly knowsStart: boolean
}

const MAX_MESSAGE = 200

export const firstLine = (message: string): string => shortened(message.split('\n', 1)[0]!, MAX_MESSAGE)
