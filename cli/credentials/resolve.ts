import { didYouMean } from '../../emulator/engine/checking/near-miss.ts'
import { apiKeyProblem } from '../shared/api-key.ts'
import { ClientError, usageError } from '../shared/client-error.ts'
import { envValue, type Io } from '../shared/io.ts'
import { writeNote } from '../shared/output.ts'
import {
  apiUrlProblem,
  defaultApiUrl,
  defaultRealtimeUrl,
  normalizeApiUrl,
  realtimeUrlProblem,
} from '../shared/urls.ts'
import type { ClientCredentials, CredentialSource } from './credentials.ts'
import { elsewhereNote } from './elsewhere-note.ts'
import type { Profile } from './profiles.ts'
import { readStore } from './store.ts'
import { ownProgram } from '../../emulator/engine/checking/own-command.ts'

export interface CredentialFlags {
  readonly profile?: string | undefined
  readonly apiKey?: string | undefined
  readonly apiUrl?: string | undefined
}

/**
 * Key, API URL and realtime URL, each from the flag, else the environment, else the stored profile, else (URLs) the
 * default. A profile that a flag names wins over `SVC_API_KEY`; beside `--api-key`, only its URLs are used. If
 * the key comes from a flag or the environment, and no profile is named, the store is not opened.
 *
 * @throws ClientError `INPUT_REQUIRED`, `INPUT_INVALID`, `CREDENTIALS_NOT_FOUND`, `PROFILE_NOT_FOUND`, `INSECURE_CREDENTIALS_PERMISSIONS`
 */
export async function resolveCredentials(flags: CredentialFlags, io: Io): Promise<ClientCredentials> {
  namedProfile(flags.profile, io.env)
  const flagKey = literal('--api-key', flags.apiKey, apiKeyProblem)
  const environmentKey = flags.profile === undefined ? readVariable(io.env, 'SVC_API_KEY', apiKeyProblem) : undefined
  const flagUrl = literal('--api-url', flags.apiUrl, apiUrlProblem)
  const environmentUrl = readVariable(io.env, 'SVC_API_URL', apiUrlProblem)
  const environmentRealtime = readVariable(io.env, 'SVC_REALTIME_URL', realtimeUrlProblem)
  const key = flagKey ?? environmentKey
  const stored =
    key === undefined || flags.profile !== undefined
      ? await storedProfile(flags.profile, io, key !== undefined)
      : undefined
  const apiKey = key ?? stored?.profile.apiKey ?? ''
  io.secrets.add(apiKey)
  const credentials: ClientCredentials = {
    profile: stored?.name ?? null,
    apiKey,
    apiUrl: normalizeApiUrl(flagUrl ?? environmentUrl ?? stored?.profile.apiUrl ?? defaultApiUrl),
    realtimeUrl: environmentRealtime ?? stored?.profile.realtimeUrl ?? defaultRealtimeUrl,
    stored: stored?.profile,
    from: {
      apiKey: chooseSource(flagKey, environmentKey, stored),
      apiUrl: chooseSource(flagUrl, environmentUrl, stored),
      realtimeUrl: chooseSource(undefined, environmentRealtime, stored?.profile.realtimeUrl),
    },
  }
  const note = elsewhereNote(credentials, 'apiUrl')
  if (note !== undefined) writeNote(io, note)
  return credentials
}

function chooseSource(flag: unknown, environment: unknown, stored: unknown): CredentialSource {
  if (flag !== undefined) return 'flag'
  if (environment !== undefined) return 'environment'
  return stored === undefined ? 'default' : 'profile'
}

/** The profile that a flag or `SVC_PROFILE` names; undefined where neither does. Throws for an empty flag. */
export function namedProfile(flag: string | undefined, env: Io['env']): string | undefined {
  if (flag?.trim() === '') throw usageError('--profile is empty: it must be the name of a profile')
  return flag ?? envValue(env, 'SVC_PROFILE')
}

function literal(
  flag: string,
  text: string | undefined,
  problemOf: (text: string) => string | undefined,
): string | undefined {
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

/** `hasKey`: the key came from elsewhere, so that a missing profile is all that is wrong. */
async function storedProfile(flag: string | undefined, io: Io, hasKey: boolean): Promise<StoredProfile> {
  const store = await readStore(io)
  if (hasKey && flag !== undefined && store?.profiles.get(flag) === undefined)
    throw profileNotFound(flag, store?.profiles.keys() ?? [])
  if (store === undefined || store.profiles.size === 0)
    throw new ClientError(
      'CREDENTIALS_NOT_FOUND',
      `no profile is stored; run '${ownProgram('svc')} login', or set SVC_API_KEY`,
    )
  const name = namedProfile(flag, io.env) ?? store.defaultName
  if (name === null)
    throw new ClientError(
      'CREDENTIALS_NOT_FOUND',
      `no default profile is set; run '${ownProgram('svc')} profile use <name>', name one with --profile, or set SVC_API_KEY`,
    )
  const profile = store.profiles.get(name)
  if (profile === undefined) throw profileNotFound(name, store.profiles.keys(), nameSource(flag, io.env))
  return { name, profile }
}

/** Names the near miss, if there is one, and `source`: where the name came from, if not from the command line. */
export function profileNotFound(name: string, stored: Iterable<string>, source?: string): ClientError {
  const start = source === undefined ? '' : `${source}: `
  return new ClientError('PROFILE_NOT_FOUND', `${start}no profile '${name}' is stored${didYouMean(name, stored)}`)
}

/** Source of a profile's name for messages; undefined for a flag. */
export function nameSource(flag: string | undefined, env: Io['env']): string | undefined {
  if (flag !== undefined) return undefined
  return envValue(env, 'SVC_PROFILE') === undefined ? 'default of the credential file' : 'SVC_PROFILE'
}

/**
 * The value of a variable in the required form; undefined if it is unset or blank. Throws `INPUT_INVALID`,
 * without the value.
 */
function readVariable(
  env: Io['env'],
  variable: string,
  problemOf: (text: string) => string | undefined,
): string | undefined {
  const value = envValue(env, variable)
  const problem = value === undefined ? undefined : problemOf(value)
  if (problem !== undefined) throw new ClientError('INPUT_INVALID', `${variable} ${problem}`)
  return value
}
