/** What an emulator holds at most, so that one request cannot take all of the memory or stop it for minutes. */
export interface Bounds {
  /** Records that one document (a scenario, a fixture) may add, generated ones included. Default 250,000. */
  readonly records: number
  /** Worlds beside the main one. Default 1,000. */
  readonly worlds: number
  /** Named snapshots of a world. Default 1,000. */
  readonly snapshots: number
  /** Triggers of a world. Default 10,000. */
  readonly triggers: number
  /** Bytes of a body of the control API that holds a document or a state, and characters that `generate` makes of one. Default 64 MiB. */
  readonly importBytes: number
  /** Bytes of messages that have begun and not ended, over all sockets of a server. One message may have 16 MiB. Default 64 MiB. */
  readonly unfinishedBytes: number
}

export const defaultBounds: Bounds = {
  records: 250_000,
  worlds: 1_000,
  snapshots: 1_000,
  triggers: 10_000,
  importBytes: 64 * 1024 * 1024,
  unfinishedBytes: 64 * 1024 * 1024,
}
