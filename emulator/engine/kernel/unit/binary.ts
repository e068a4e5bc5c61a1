/** Answer of a download: the file is the body, and the envelope with these fields moves to a header. */
export class Binary {
  readonly data: Uint8Array
  readonly fields: Readonly<Record<string, unknown>>

  constructor(data: Uint8Array, fields: Readonly<Record<string, unknown>> = {}) {
    this.data = data
    this.fields = fields
  }
}

/** Formats JSON for a header: everything beyond ASCII is escaped. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Changes the fields of an answer; of a download, those of its envelope. */
export function mapFields(
  result: unknown,
  change: (fields: Record<string, unknown>) => Readonly<Record<string, unknown>>,
): unknown {
  if (result === undefined) return undefined
  if (result instanceof Binary) return new Binary(result.data, change(result.fields))
  return change(result as Record<string, unknown>)
}
