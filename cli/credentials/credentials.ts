import type { Profile } from './profiles.ts'

/** Where a value came from. */
export type CredentialSource = 'flag' | 'environment' | 'profile' | 'default'

/** Key and URLs with which a command calls the service. */
export interface ClientCredentials {
  /** Name of the profile; null if the key came from a flag or the environment without one. */
  readonly profile: string | null
  readonly apiKey: string
  readonly apiUrl: string
  readonly realtimeUrl: string
  /** The stored profile; undefined if none was used. */
  readonly stored: Profile | undefined
  readonly from: {
    readonly apiKey: CredentialSource
    readonly apiUrl: CredentialSource
    readonly realtimeUrl: CredentialSource
  }
}
