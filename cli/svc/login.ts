import type { StoredProfiles } from '../credentials/profiles.ts'
import { changeStore, readStore } from '../credentials/store.ts'
import { command, type Outcome } from '../shared/command.ts'
import { identify, type Identity } from '../shared/identity.ts'
import { envValue, type Io } from '../shared/io.ts'
import { cite, citing } from '../shared/cite.ts'
import { defaultApiUrl, defaultRealtimeUrl } from '../shared/urls.ts'
import { loginProfileName } from './login-profile-name.ts'
import { checkSources, type LoginFlags, loginFlags } from './login-sources.ts'
import { type LoginValues, readValues } from './login-values.ts'

/** `svc login`: validates a key and stores it as a profile. */
export const login = command({
  path: ['login'],
  about: 'Validate an API key and store it as a profile.',
  flags: {
    profile: {
      about: 'Name to store the profile under (SVC_PROFILE, else "default")',
      value: 'name',
      offers: true,
    },
    ...loginFlags,
  },
  examples: [
    ['svc login', 'Prompts for the API URL and the key'],
    ['svc login --profile ci --api-key-env CI_SVC_KEY --no-input', 'Without a terminal'],
    ['pass svc | svc login --api-key-stdin', 'Reads the key from a password manager'],
  ],
  notes: `The key is stored in ~/.svc/credentials.yaml (mode 0600) and never printed. Default URLs: ${defaultApiUrl}, and ${defaultRealtimeUrl} (shown, not stored).`,
  failures: {
    AUTH_INVALID: ['client.login.validates-key', 'client.login.rejected-key'],
    'USAGE_ERROR:missing-variable': ['client.login.env-flag-needs-name', 'client.login.usage-before-reading'],
    'INSECURE_CREDENTIALS_PERMISSIONS:mode': ['client.login.insecure-file'],
    'CREDENTIALS_NOT_FOUND:yaml': ['client.login.invalid-yaml'],
    'CREDENTIALS_NOT_FOUND:malformed': ['client.login.malformed-profile'],
    'CREDENTIALS_NOT_FOUND:file': ['client.login.unusable-file'],
  },
  async run({ flags }, io): Promise<Outcome> {
    const profile = loginProfileName(flags.profile, io.env)
    checkSources(flags)
    const values = await readValues(flags as LoginFlags, io)
    await readStore(io)
    const user = await identify(values, io)
    const before = await storeProfile(profile, values, io)
    if (citing()) {
      markStored(profile, values, before, await readStore(io))
      markLogin(flags as LoginFlags & { profile: string | undefined }, io, user)
    }
    return {
      lines: [`Logged in as ${user.name} (${user.id}), profile '${profile}'`],
      payload: { profile, url: values.apiUrl, realtime_url: values.realtimeUrl ?? defaultRealtimeUrl, user },
      shows: {
        lines: ['client.login.prints-identity'],
        json: [
          'client.login.json-payload',
          'client.login.json-user-is-identity-record',
          'client.login.key-never-printed',
          ...(values.realtimeUrl === undefined ? ['client.login.json-realtime-url-concrete' as const] : []),
        ],
      },
    }
  },
})

/** Returns the store before the login. */
async function storeProfile(
  name: string,
  { apiKey, apiUrl, realtimeUrl }: LoginValues,
  io: Io,
): Promise<StoredProfiles> {
  return changeStore(io, (store) => {
    store.put(name, { apiKey, apiUrl, ...(realtimeUrl === undefined ? {} : { realtimeUrl }) })
    const others = [...store.profiles.keys()].filter((other) => other !== name)
    if (others.length === 0) store.setDefault(name)
    return { defaultName: store.defaultName, profiles: store.profiles }
  })
}

/** Clauses that a login shows, judged by the file before and after it. */
function markStored(
  name: string,
  values: LoginValues,
  before: StoredProfiles,
  after: StoredProfiles | undefined,
): void {
  const stored = after?.profiles.get(name)
  if (stored?.apiKey !== values.apiKey || stored.realtimeUrl !== values.realtimeUrl) return
  cite('client.login.validates-key', 'client.login.writes-profile', 'client.login.stores-realtime-url-only-if-supplied')
  const old = before.profiles.get(name)
  if (old !== undefined)
    cite(
      'client.login.replaces-profile',
      ...(old.apiKey === values.apiKey ? [] : ['client.login.no-identity-guard' as const]),
    )
  else if (before.profiles.size > 0) cite('client.login.adds-profile')
  if (before.profiles.size === 0 && after?.defaultName === name) cite('client.login.first-profile-is-default')
  if (before.profiles.size === 0 || before.defaultName === name || after?.defaultName !== before.defaultName) return
  cite(
    before.defaultName === null
      ? 'client.logout.login-beside-others-sets-no-default'
      : 'client.login.later-keeps-default',
  )
}

function markLogin(flags: LoginFlags & { readonly profile: string | undefined }, io: Io, user: Identity): void {
  const variable = envValue(io.env, 'SVC_PROFILE')
  cite(
    flags.profile !== undefined
      ? 'client.login.profile-flag'
      : variable === undefined
        ? 'client.login.profile-default-name'
        : 'client.login.profile-variable',
  )
  if (flags.profile !== undefined && variable !== undefined && variable !== flags.profile)
    cite('client.resolution.flags-over-environment')
  if (user['type'] === 'service') cite('client.login.service-account-key')
  cite('client.realtime-url-never-opened')
  const sourced = Object.entries(flags).some(
    ([flag, value]) => /-(stdin|env)$/.test(flag) && value !== undefined && value !== false,
  )
  if (flags['no-input'] && sourced && io.stdin.isTTY !== true && (flags.profile ?? variable) !== undefined)
    cite('client.login.scripted-without-terminal')
}
