import type { Profile } from './profiles.ts'

/** Where a value came from. */
export type Source = 'flag' | 'environment' | 'profile' | 'default'

/** Key and URLs with which a command calls the service. */
export interface Credentials {
  /** Name of the profile; null where the key came from a flag or the environment, so that none was involved. */
  readonly profile: string | null
  readonly apiKey: string
  readonly apiUrl: string
  readonly realtimeUrl: string
  /** The profile as it is stored; undefined where none was involved. */
  readonly stored: Profile | undefined
  readonly from: {
    readonly apiKey: Source
    readonly apiUrl: Source
    readonly realtimeUrl: Source
  }
}
