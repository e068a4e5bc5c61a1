import { CONTRACT_DIGEST } from './digest.ts'
import { CONTRACT_VERSION, VERSION } from './version.ts'

/** The contract that a file was written under, and the release that wrote it. */
export interface ContractStamp {
  readonly version: string
  /** Of ids, statements and effects: two contracts with the same digest say the same. */
  readonly digest: string
  /** Release of svc-emulator. */
  readonly release: string
}

/** The stamp of everything that this release writes: reports, states, bundles, recordings, documents. */
export function contractStamp(): ContractStamp {
  return { version: CONTRACT_VERSION, digest: CONTRACT_DIGEST, release: VERSION }
}

/** A stamp in words, for messages: `svc-emulator 0.1.0 (contract 1.0.0)`. */
export function formatStamp({ release, version }: Pick<ContractStamp, 'release' | 'version'>): string {
  return `svc-emulator ${release} (contract ${version})`
}
