/** An exported state as a file holds it, of whatever version. */
export type StateDocument = Readonly<Record<string, unknown>> & { readonly tables?: unknown }

/** A step from one version of the exported state to the next. */
export interface Migration {
  /** What changed, for people. */
  readonly about: string
  /** Fields that records have since, by table: each gets what a new record would get for it. */
  readonly added?: Readonly<Record<string, readonly string[]>>
  /** What cannot be said so: renamed tables, other shapes. Gives a new document. */
  readonly change?: (state: StateDocument) => StateDocument
}
