import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { StatedRow } from './changes.ts'

/** The SHA-256, in hex, of the JSON of `[id, statement, effect or null]` of each clause, by id. */
export function digestClauses(rows: readonly StatedRow[]): string {
  const content = rows
    .map(({ id, statement, effect = null }) => [id, statement, effect] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(content))))
}
