export interface JournalOptions {
  /** Maximum of kept requests and pieces of due work; the oldest are dropped. Default 1,000. */
  readonly size?: number
  /** Maximum of body bytes in all entries. Default 64 MiB. */
  readonly bytes?: number
}

export const JOURNAL_SIZE = 1_000
export const JOURNAL_BYTES = 64 * 1024 * 1024
