import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { StatedRow } from './changes.ts'
import { clauses } from './clauses.ts'
import { CONTRACT_VERSION, VERSION } from './version.ts'

/** The contract that a file was written under, and the release that wrote it. */
export interface ContractStamp {
  readonly version: string
  /** Of ids, statements and effects: two contracts with the same digest say the same. */
  readonly digest: string
  /** Release of svc-emulator. */
  readonly release: string
}

/** The SHA-256, in hex, of the JSON of `[id, statement, effect or null]` of each clause, by id. */
export function digestClauses(rows: readonly StatedRow[]): string {
  const content = rows
    .map(({ id, statement, effect = null }) => [id, statement, effect] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(content))))
}

let digest: string | undefined

/** The stamp of everything that this release writes: reports, states, bundles, recordings, documents. */
export function contractStamp(): ContractStamp {
  // Computed when something is written: an emulator that writes nothing starts without it.
  digest ??= digestClauses(clauses)
  return { version: CONTRACT_VERSION, digest, release: VERSION }
}

/** A stamp in words, for messages: `svc-emulator 0.1.0 (contract 1.0.0)`. */
export function formatStamp({ release, version }: Pick<ContractStamp, 'release' | 'version'>): string {
  return `svc-emulator ${release} (contract ${version})`
}
