import type { ClientSettings } from '../client-flags.ts'

/** Settings from the flags of `permissions`. */
export interface PermissionsSettings extends ClientSettings {
  /** A scenario, where there is a program; else a URL or a bundle. */
  readonly run: string | undefined
  readonly program: readonly string[]
  readonly timeLimitMs: number | undefined
  readonly atMost: string | undefined
  readonly reporter: 'pretty' | 'json' | 'junit' | 'html' | 'github'
  readonly output: string | undefined
  readonly controlToken: string | undefined
}
