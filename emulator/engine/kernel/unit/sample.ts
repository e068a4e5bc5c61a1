/** Request that shows a unit at work on a fresh starter world, as plain data. */
export interface Sample {
  /** Path parameters. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** JSON body, or the parameters of a command. */
  readonly body?: Readonly<Record<string, unknown>>
  /** Text of an uploaded file. */
  readonly file?: string
  /** Key of the caller. Default: ada's admin key. */
  readonly as?: string
}
