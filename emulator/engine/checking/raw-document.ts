import type { Path } from './problems.ts'

/** What a reader of one format gives; offsets count UTF-16 units from the start of the text. */
export interface RawDocument {
  value: unknown
  problems: { offset: number; path: Path; message: string }[]
  offsetOf(path: Path, of: 'key' | 'value'): number
}
