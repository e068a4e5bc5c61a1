/** A record of any table. */
export interface BaseRecord {
  readonly id: string
}

/** A stored record with its position and size. Immutable: an update makes a new row with the old `seq`. */
export interface Row<R extends BaseRecord = BaseRecord> {
  readonly record: R
  /** Position in order of creation, unique in the world. */
  readonly seq: number
  /** Size of the record as UTF-8 JSON, as listings answer it. */
  readonly bytes: number
}

/** Measures of a table's records. */
interface Sizing<R> {
  readonly measure?: (record: R) => number
  readonly listed?: (record: R) => unknown
}

/** A row of a table. It is measured when a listing first counts its bytes: most rows never are. */
export class StoredRow<R extends BaseRecord> implements Row<R> {
  readonly record: R
  readonly seq: number
  readonly #sizing: Sizing<R>
  #bytes = -1

  constructor(record: R, seq: number, sizing: Sizing<R>) {
    this.record = freezeNew(record)
    this.seq = seq
    this.#sizing = sizing
  }

  get bytes(): number {
    if (this.#bytes < 0) this.#bytes = measureRecord(this.record, this.#sizing)
    return this.#bytes
  }
}

function measureRecord<R>(record: R, { measure, listed }: Sizing<R>): number {
  if (measure !== undefined) return measure(record)
  return utf8Length(JSON.stringify(listed === undefined ? record : listed(record)))
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
  return freezeNew(value)
}

function freezeNew<T>(value: T): T {
  // Frozen first, so that cyclic values end.
  Object.freeze(value)
  // `for in` would make a text of each index.
  if (Array.isArray(value)) for (const item of value) freezeDeep(item)
  else for (const key in value) freezeDeep(value[key])
  return value
}
