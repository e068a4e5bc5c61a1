import { changeStore, readStore } from '../credentials/store.ts'
import { command, type CommandOutcome } from '../shared/command.ts'
import { identify } from '../shared/identity.ts'
import type { Io } from '../shared/io.ts'
import { defaultApiUrl, defaultRealtimeUrl } from '../shared/urls.ts'
import { checkSources, type LoginFlags, loginFlags } from './login-sources.ts'
import { type LoginValues, readValues } from './login-values.ts'
import { namedProfile } from '../credentials/resolve.ts'
import { ClientError, usageError } from '../shared/client-error.ts'

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
  async run({ flags }, io): Promise<CommandOutcome> {
    const profile = loginProfileName(flags.profile, io.env)
    checkSources(flags)
    const values = await readValues(flags as LoginFlags, io)
    await readStore(io)
    const user = await identify(values, io)
    await storeProfile(profile, values, io)
    return {
      lines: [`Logged in as ${user.name} (${user.id}), profile '${profile}'`],
      payload: { profile, url: values.apiUrl, realtime_url: values.realtimeUrl ?? defaultRealtimeUrl, user },
    }
  },
})

async function storeProfile(name: string, { apiKey, apiUrl, realtimeUrl }: LoginValues, io: Io): Promise<void> {
  return changeStore(io, (store) => {
    store.put(name, { apiKey, apiUrl, ...(realtimeUrl === undefined ? {} : { realtimeUrl }) })
    const others = [...store.profiles.keys()].filter((other) => other !== name)
    if (others.length === 0) store.setDefault(name)
  })
}

/** The name to store under: the flag, else `SVC_PROFILE`, else `default`. */
export function loginProfileName(flag: string | undefined, env: Io['env']): string {
  const name = namedProfile(flag, env) ?? 'default'
  const problem = nameProblem(name)
  if (problem === undefined) return name
  throw flag === undefined
    ? new ClientError('INPUT_INVALID', `SVC_PROFILE ${problem}`)
    : usageError(`--profile ${problem}`)
}

function nameProblem(name: string): string | undefined {
  if (name.length > 128) return 'is longer than 128 characters'
  if (name !== name.trim()) return 'must not start or end with a space'
  return /\p{C}/u.test(name) ? 'must not hold control characters' : undefined
}
