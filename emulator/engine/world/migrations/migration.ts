/** An exported state in a file, of any version. */
export type StateDocument = Readonly<Record<string, unknown>> & { readonly tables?: unknown }

/** A step from one version of the exported state to the next. */
export interface Migration {
  /** Description for people. */
  readonly about: string
  /** New fields of records by table, derived as for new records. */
  readonly added?: Readonly<Record<string, readonly string[]>>
  /**
   * Other changes, such as renamed tables. Returns a new document. Its `server` holds states as differences, which name
   * tables and settings, too.
   */
  readonly change?: (state: StateDocument) => StateDocument
}
