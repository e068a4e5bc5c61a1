import type { Path } from './problems.ts'

/** Result of the reader of one format. Offsets count UTF-16 units from the start of the text. */
export interface RawDocument {
  value: unknown
  problems: { offset: number; path: Path; message: string }[]
  findOffset(path: Path, of: 'key' | 'value'): number
}
