/** Limits of an emulator, so that one request can neither exhaust the memory nor block for minutes. */
export interface Bounds {
  /** Maximum of records in one document (a scenario, a fixture), generated ones included. Default 250,000. */
  readonly records: number
  /** Maximum of worlds beside the main one. Default 1,000. */
  readonly worlds: number
  /** Maximum of named snapshots of a world. Default 1,000. */
  readonly snapshots: number
  /** Maximum of triggers of a world. Default 10,000. */
  readonly triggers: number
  /**
   * Maximum of bytes in a control call's body with a document or a state, and of characters that `generate` makes of
   * one. Default 64 MiB.
   */
  readonly importBytes: number
}

export const defaultBounds: Bounds = {
  records: 250_000,
  worlds: 1_000,
  snapshots: 1_000,
  triggers: 10_000,
  importBytes: 64 * 1024 * 1024,
}
