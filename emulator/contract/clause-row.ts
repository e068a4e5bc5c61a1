/** The side of the service that a clause speaks about. */
export type Wire = 'rest' | 'realtime' | 'client'

/** One testable statement of the specification. */
export interface ClauseRow {
  /** Dotted kebab-case, grouped by the specification's headings. */
  readonly id: string
  /** The heading it stands under, outermost first, parted by " / ". */
  readonly section: string
  readonly wire: Wire
  /** One sentence that a test could contradict. */
  readonly statement: string
}
