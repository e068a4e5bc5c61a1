import { didYouMean } from '../../emulator/diagnostics/near-miss.ts'
import { apiKeyProblem } from '../shared/api-key.ts'
import { ClientError, usageError } from '../shared/client-error.ts'
import { envValue, type Io } from '../shared/io.ts'
import { cite } from '../shared/cite.ts'
import { apiUrlProblem, defaultApiUrl, defaultRealtimeUrl } from '../shared/urls.ts'
import { environmentApiUrl, environmentRealtimeUrl, valid } from './environment-urls.ts'
import type { Profile } from './profiles.ts'
import { readStore } from './store.ts'

export interface CredentialFlags {
  readonly profile?: string | undefined
  readonly apiKey?: string | undefined
  readonly apiUrl?: string | undefined
}

/** What a command talks to the service with. */
export interface Credentials {
  /** Name of the profile; null where the key came from a flag or the environment, so that none was involved. */
  readonly profile: string | null
  readonly apiKey: string
  readonly apiUrl: string
  readonly realtimeUrl: string
}

/**
 * Key, API URL and realtime URL, each from the flag, else the environment, else the stored profile, else (URLs) the default.
 * With a key from a flag or the environment the store is not opened at all.
 *
 * @throws ClientError `INPUT_REQUIRED`, `INPUT_INVALID`, `CREDENTIALS_NOT_FOUND`, `PROFILE_NOT_FOUND`, `INSECURE_CREDENTIALS_PERMISSIONS`
 */
export async function resolveCredentials(flags: CredentialFlags, io: Io): Promise<Credentials> {
  cite('client.resolution.flags-over-environment', 'client.resolution.environment-over-profile', 'A-40')
  cite('client.whoami.api-key-overrides-profile', 'client.whoami.api-key-overrides-environment', 'client.whoami.api-url-flag',
    'client.whoami.api-url-environment', 'client.whoami.api-url-profile', 'client.whoami.api-url-default', 'client.whoami.realtime-url-resolved',
    'client.whoami.profile-none-flag-key', 'client.whoami.profile-none-environment-key')
  const key = literal('--api-key', flags.apiKey, apiKeyProblem) ?? valid(io.env, 'SVC_API_KEY', apiKeyProblem)
  const apiUrl = literal('--api-url', flags.apiUrl, apiUrlProblem) ?? environmentApiUrl(io.env)
  const realtimeUrl = environmentRealtimeUrl(io.env)
  cite('client.resolution.env-key-without-file', 'client.resolution.env-key-no-warning')
  const stored = key === undefined ? await storedProfile(flags.profile, io) : undefined
  const apiKey = key ?? stored?.profile.apiKey ?? ''
  io.secrets.add(apiKey)
  return {
    profile: stored?.name ?? null,
    apiKey,
    apiUrl: apiUrl ?? stored?.profile.apiUrl ?? defaultApiUrl,
    realtimeUrl: realtimeUrl ?? stored?.profile.realtimeUrl ?? defaultRealtimeUrl,
  }
}

/** The profile that a flag or `SVC_PROFILE` names; undefined where neither does. */
export function namedProfile(flag: string | undefined, env: Io['env']): string | undefined {
  cite('client.resolution.svc-profile')
  return flag ?? envValue(env, 'SVC_PROFILE')
}

function literal(flag: string, text: string | undefined, problemOf: (text: string) => string | undefined): string | undefined {
  const value = text?.trim()
  if (value === '') throw new ClientError('INPUT_REQUIRED', `${flag} is empty`)
  const problem = value === undefined ? undefined : problemOf(value)
  if (problem !== undefined) throw usageError(`${flag} ${problem}`)
  return value
}

interface StoredProfile {
  readonly name: string
  readonly profile: Profile
}

async function storedProfile(flag: string | undefined, io: Io): Promise<StoredProfile> {
  cite('client.whoami.no-key', 'client.whoami.unknown-profile', 'client.whoami.default-profile', 'client.logout.no-default-needs-a-name')
  cite('worker.bare-start-uses-default', 'worker.fails-after-logout-all')
  const store = await readStore(io)
  if (store === undefined || store.profiles.size === 0) throw new ClientError('CREDENTIALS_NOT_FOUND', `no profile is stored; run 'svc login', or set SVC_API_KEY`)
  const name = namedProfile(flag, io.env) ?? store.defaultName
  if (name === null) throw new ClientError('CREDENTIALS_NOT_FOUND', `no default profile is set; run 'svc profile use <name>', name one with --profile, or set SVC_API_KEY`)
  const profile = store.profiles.get(name)
  if (profile === undefined) throw profileNotFound(name, store.profiles.keys())
  return { name, profile }
}

/** Names the near miss, if there is one. */
export function profileNotFound(name: string, stored: Iterable<string>): ClientError {
  return new ClientError('PROFILE_NOT_FOUND', `no profile '${name}' is stored${didYouMean(name, stored)}`)
}
