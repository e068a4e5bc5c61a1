import type { DriftReporter } from '../../../emulator/lab/drift/drift-findings.ts'

/** Settings from the flags of `drift`. */
export interface DriftSettings {
  readonly target: string
  readonly realtimeUrl: string | undefined
  readonly keys: { readonly main: string; readonly other?: string }
  /** Files of recordings and archives. */
  readonly from: readonly string[] | undefined
  /** Hosts of the API in archives. */
  readonly hosts: readonly string[] | undefined
  /** Sends the writes of archives, too. */
  readonly writes: boolean
  /** File of facts, which is read and written. */
  readonly facts: string | undefined
  /** Suite that asks the service through a proxy; empty for none. */
  readonly program: readonly string[]
  readonly readOnly: boolean
  readonly large: boolean
  readonly only: readonly string[] | undefined
  readonly rate: string
  readonly budget: string
  readonly timeLimit: string
  readonly reporter: DriftReporter
  readonly output: string | undefined
}
