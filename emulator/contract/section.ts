import type { Mutant } from './mutation.ts'

/** The side of the service that a clause speaks about. */
export type Wire = 'rest' | 'realtime' | 'client'

/** Effect of a change on a client that relied on the sentence: it may break it (`narrows`, `changes`), or not (`widens`, `rewords`). */
export const effects = ['narrows', 'changes', 'widens', 'rewords'] as const

type Effect = (typeof effects)[number]

/** History of a sentence, in versions of the contract. A sentence without one stands as it did in the first. */
export interface SentenceHistory {
  /** Earlier ids. Ids are for ever: no other sentence ever gets one of them. */
  readonly was?: readonly string[]
  /** The version in which it came, or last changed. */
  readonly since?: string
  /** The version without it. It holds until then, and is deprecated. */
  readonly until?: string
  /** Of its last change. */
  readonly effect?: Effect
}

/** A sentence with a history. */
export interface Sentence extends SentenceHistory {
  /** One sentence that a test could contradict. */
  readonly says: string
  /** Ways to break it; a sentence about the client has none. */
  readonly broken?: readonly Mutant[]
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
