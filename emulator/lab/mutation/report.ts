import { mutants } from '../../contract/variants.ts'
import type { Mutation } from '../../contract/mutation.ts'
import type { Remembered } from '../engine/memory.ts'

/**
 * `killed`: noticed. `survived`: met, and all tests passed. `accepted`: survived, and accepted beforehand. `timeout`:
 * the run did not end in time, which may not be due to an assertion. `unmet`: nothing met the clause. `unshown`: its
 * clause was met, and no answer of the run differed. `undecided`: not tried for lack of time.
 */
export type MutantStatus = 'killed' | 'survived' | 'accepted' | 'timeout' | 'unmet' | 'unshown' | 'undecided'

/** The outcome of one mutant: noticed, or not. */
export interface MutantOutcome extends Remembered {
  /** `<clause>`, or `<clause>/2`. */
  readonly id: string
  readonly clause: string
  /** The broken behaviour, as the end of the sentence "the emulator …". */
  readonly breaks: string
  readonly status: MutantStatus
  /** Names of scenarios that met the clause, or of tests and test files, if they are known. */
  readonly metBy: readonly string[]
  /** Test files that met it, if all of them are known. */
  readonly files?: readonly string[]
  /** The scenario that noticed it. */
  readonly by?: string
  /** Failed tests, if the runner reports them. */
  readonly noticedBy?: readonly string[]
  readonly noticed?: string
}

export interface MutationReport {
  readonly outcomes: readonly MutantOutcome[]
}

/**
 * The survivors: broken behaviour first, then fields, which a client may only hand on. Each part in the order of the
 * specification.
 */
export function survivorsIn({ outcomes }: MutationReport): MutantOutcome[] {
  return inOrderOfWeight(outcomes.filter(({ status }) => status === 'survived'))
}

/**
 * Sorts mutants that break behaviour before those that change a field which clients only pass on. Else keeps the order.
 */
export function inOrderOfWeight<M extends { readonly id: string }>(all: readonly M[]): M[] {
  return [...all.filter(({ id }) => !isHandedOn(id)), ...all.filter(({ id }) => isHandedOn(id))]
}

/** True for a mutant that changes only fields which clients pass on. */
export const isHandedOn = (id: string): boolean => fieldMutants().has(id)

let found: ReadonlySet<string> | undefined
function fieldMutants(): ReadonlySet<string> {
  return (found ??= new Set(mutants.filter(({ by }) => changesFieldsOnly(by)).map(({ id }) => id)))
}

/**
 * Fields that a client only shows or sends back. All others affect its behaviour, such as a status, a role, an error,
 * or the token of a page.
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
  readonly unshown: number
  readonly undecided: number
  /** Killed mutants in percent of those tried; 0 if none was tried. */
  readonly percent: number
}

/**
 * Score of killed mutants among those met. A clause that was not met does not count. A timeout is no kill, unless it
 * was decided so.
 */
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
    unshown: count('unshown'),
    undecided: count('undecided'),
    percent: tried === 0 ? 0 : (100 * killed) / tried,
  }
}
