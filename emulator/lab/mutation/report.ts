import { mutants } from '../../contract/mutants.ts'
import type { Mutation } from '../../contract/mutation.ts'

/**
 * `killed`: noticed. `survived`: met, and everything passed all the same. `accepted`: survived, and known. `timeout`: the run did not
 * end in time, which may be no merit of any assertion. `unmet`: nothing met the clause. `undecided`: there was no time to try.
 */
export type MutantStatus = 'killed' | 'survived' | 'accepted' | 'timeout' | 'unmet' | 'undecided'

/** The outcome of one mutant: noticed, or not. */
export interface MutantOutcome {
  /** `<clause>`, or `<clause>/2`. */
  readonly id: string
  readonly clause: string
  /** The broken behaviour, as the end of the sentence "the emulator …". */
  readonly breaks: string
  readonly status: MutantStatus
  /** Names of those that met the clause: scenarios, or tests and files of tests as far as they are known. */
  readonly metBy: readonly string[]
  /** Test files that met it, where all of them are known. */
  readonly files?: readonly string[]
  /** The scenario that noticed it. */
  readonly by?: string
  /** Tests that failed, where the runner names them. */
  readonly noticedBy?: readonly string[]
  readonly noticed?: string
}

export interface MutationReport {
  readonly outcomes: readonly MutantOutcome[]
}

/** The survivors: broken behaviour first, then fields, which a client may only hand on. Each part in the order of the specification. */
export function survivorsIn({ outcomes }: MutationReport): MutantOutcome[] {
  return inOrderOfWeight(outcomes.filter(({ status }) => status === 'survived'))
}

/** Mutants that break behaviour first, then those that change fields, which a client may only hand on. Each part keeps its order. */
export function inOrderOfWeight<M extends { readonly id: string }>(all: readonly M[]): M[] {
  const fields = new Set(mutants.filter(({ by }) => changesFieldsOnly(by)).map(({ id }) => id))
  return [...all.filter(({ id }) => !fields.has(id)), ...all.filter(({ id }) => fields.has(id))]
}

/**
 * Fields that a client shows, or sends back as they are. All others are behaviour: it decides by a status, a role or an error, and goes on
 * with the token of a page.
 */
const HANDED_ON = /^(?:id|(?!last_)\w+_id|\w+_at|alias|name|description|message|key_prefix|metadata|deleted)$/

/** `name` for `user.name | users.*.name`. */
const lastField = (path: string): string => path.split(/[.|]/).at(-1)!.trim()

function changesFieldsOnly(by: Mutation): boolean {
  return by.mutator === 'answer' && by.edits.every(({ op, path }) => op !== 'list' && HANDED_ON.test(lastField(path)))
}

interface Score {
  readonly killed: number
  readonly survived: number
  readonly timeout: number
  readonly accepted: number
  readonly unmet: number
  readonly undecided: number
  /** Killed of those that were tried, in percent; 0 where none was. */
  readonly percent: number
}

/** Killed over met: a clause that was not met is no merit and no fault of a suite. A timeout is no kill, unless it was made one. */
export function countScore({ outcomes }: MutationReport): Score {
  const count = (status: MutantStatus) => outcomes.filter((outcome) => outcome.status === status).length
  const [killed, survived, timeout] = [count('killed'), count('survived'), count('timeout')]
  const tried = killed + survived + timeout
  return {
    killed,
    survived,
    timeout,
    accepted: count('accepted'),
    unmet: count('unmet'),
    undecided: count('undecided'),
    percent: tried === 0 ? 0 : (100 * killed) / tried,
  }
}
