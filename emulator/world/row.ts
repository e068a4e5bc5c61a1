/** Every record of the world has an id; everything else is its table's own. */
export interface BaseRecord {
  readonly id: string
}

/** A stored record with what the world knows of it. Never changed: an update makes a new row with the same `seq`. */
export interface Row<R extends BaseRecord = BaseRecord> {
  readonly record: R
  /** Position in order of creation, unique in the world. */
  readonly seq: number
  /** Size of the record as UTF-8 JSON, measured at the write. */
  readonly bytes: number
}

const beyondAscii = /[^\x00-\x7f]/

/** Length of `text` in UTF-8, without encoding it. */
export function utf8Length(text: string): number {
  if (!beyondAscii.test(text)) return text.length
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) continue
    if (unit < 0x800) bytes += 1
    else bytes += unit >= 0xd800 && unit <= 0xdfff ? 1 : 2
  }
  return bytes
}

export function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value
  for (const key in value) freezeDeep(value[key])
  return Object.freeze(value)
}
