import type { Case } from './cases.ts'
import type { Mutant } from './mutation.ts'

/** Side of the service that a clause is about. */
export type Wire = 'rest' | 'realtime' | 'client'

/**
 * Effect of a change on a client that relied on the sentence: may break it (`narrows`, `changes`), or not (`widens`,
 * `rewords`).
 */
export const effects = ['narrows', 'changes', 'widens', 'rewords'] as const

type ChangeEffect = (typeof effects)[number]

/** History of a sentence, in versions of the contract. Without one it is unchanged since the first. */
export interface SentenceHistory {
  /** Earlier ids, which are never reused. */
  readonly was?: readonly string[]
  /** Version that added or last changed it. */
  readonly since?: string
  /** Version that will remove it. Until then it is deprecated. */
  readonly until?: string
  /** Effect of its last change. */
  readonly effect?: ChangeEffect
}

/** A sentence with its history. */
export interface Sentence extends SentenceHistory {
  /** One sentence that a test could contradict. */
  readonly says: string
  /** Ways to break it; a sentence about the client has none. */
  readonly broken?: readonly Mutant[]
  /** Cases of the sentence, each of which a service can break separately. */
  readonly cases?: readonly Case[]
}

/** A sentence that an emulator can break on purpose, and the ways to break it. */
interface BreakableSentence extends Sentence {
  readonly broken: readonly Mutant[]
}

/** Sentences by id: of the service with their mutants, of the client alone. */
export interface Section<Id extends string = string> {
  /** The heading of the specification, outermost first, parted by " / ". */
  readonly heading: string
  readonly wire: Wire
  readonly rows: Readonly<Record<Id, string | Sentence>>
}

/** The ids of the sentences of a section. */
export type SectionId<S extends Section> = S extends Section<infer Id> ? Id : never

/** Sentences of the specification that stand together under a heading, in its order. */
export function section<Id extends string>(
  heading: string,
  wire: 'client',
  rows: Readonly<Record<Id, string | Omit<Sentence, 'broken'>>>,
): Section<Id>
export function section<Id extends string>(
  heading: string,
  wire: 'rest' | 'realtime',
  rows: Readonly<Record<Id, BreakableSentence>>,
): Section<Id>
export function section(heading: string, wire: Wire, rows: Section['rows']): Section {
  return { heading, wire, rows }
}
