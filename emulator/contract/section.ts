import type { Mutant } from './mutation.ts'

/** The side of the service that a clause speaks about. */
export type Wire = 'rest' | 'realtime' | 'client'

/** A sentence that an emulator can break on purpose, and the ways to break it. */
export interface BreakableSentence {
  /** One sentence that a test could contradict. */
  readonly says: string
  readonly broken: readonly Mutant[]
}

/** Sentences by id: of the service with their mutants, of the client alone. */
export interface Section<Id extends string = string> {
  /** The heading of the specification, outermost first, parted by " / ". */
  readonly heading: string
  readonly wire: Wire
  readonly rows: Readonly<Record<Id, string | BreakableSentence>>
}

/** The ids of the sentences of a section. */
export type SectionId<S extends Section> = S extends Section<infer Id> ? Id : never

/** Sentences of the specification that stand together under a heading, in its order. */
export function section<Id extends string>(
  heading: string,
  wire: 'client',
  rows: Readonly<Record<Id, string>>,
): Section<Id>
export function section<Id extends string>(
  heading: string,
  wire: 'rest' | 'realtime',
  rows: Readonly<Record<Id, BreakableSentence>>,
): Section<Id>
export function section(heading: string, wire: Wire, rows: Section['rows']): Section {
  return { heading, wire, rows }
}
