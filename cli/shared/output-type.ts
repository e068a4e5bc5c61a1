/** Where answers go. */
export interface OutputStream {
  readonly isTTY?: boolean
  /** Width of a terminal. */
  readonly columns?: number
  /** True if nothing more can be written. */
  readonly broken?: boolean
  write(text: string): unknown
  /** Writes buffered text. */
  flush?(): void
}
