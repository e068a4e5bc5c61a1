import { environmentRealtimeUrl } from '../credentials/environment-urls.ts'
import { changeStore, readStore } from '../credentials/store.ts'
import { command, type Outcome } from '../shared/command.ts'
import { identify } from '../shared/identity.ts'
import type { Io } from '../shared/io.ts'
import { cite } from '../shared/cite.ts'
import { defaultApiUrl, defaultRealtimeUrl } from '../shared/urls.ts'
import { loginProfileName } from './login-profile-name.ts'
import { checkSources, type LoginFlags, loginFlags } from './login-sources.ts'
import { type LoginValues, readValues } from './login-values.ts'

/** `svc login`: validates a key and stores it as a profile. */
export const login = command({
  path: ['login'],
  about: 'Validate an API key and store it as a profile.',
  flags: { profile: { about: 'Name to store the profile under (SVC_PROFILE, else "default")', value: 'name' }, ...loginFlags },
  examples: [
    ['svc login', 'Ask for the API URL and the key'],
    ['svc login --profile ci --api-key-env CI_SVC_KEY --no-input', 'Without a terminal'],
    ['pass svc | svc login --api-key-stdin', 'The key from a password manager'],
  ],
  notes: `The key is stored in ~/.svc/credentials.yaml (mode 0600) and never printed. Default URLs: SVC_API_URL, else ${defaultApiUrl}; SVC_REALTIME_URL, else ${defaultRealtimeUrl} (shown, not stored).`,
  async run({ flags }, io): Promise<Outcome> {
    const profile = loginProfileName(flags.profile, io.env)
    checkSources(flags)
    const values = await readValues(flags as LoginFlags, io)
    await readStore(io)
    const realtimeUrl = values.realtimeUrl ?? environmentRealtimeUrl(io.env) ?? defaultRealtimeUrl
    const user = await identify(values)
    await storeProfile(profile, values, io)
    cite('client.login.prints-identity', 'client.login.json-payload', 'client.login.json-user-is-identity-record')
    cite('client.login.key-never-printed', 'client.login.json-realtime-url-concrete', 'client.realtime-url-never-opened')
    return {
      lines: [`Logged in as ${user.name} (${user.id}), profile '${profile}'`],
      payload: { profile, url: values.apiUrl, realtime_url: realtimeUrl, user },
    }
  },
})

async function storeProfile(name: string, { apiKey, apiUrl, realtimeUrl }: LoginValues, io: Io): Promise<void> {
  cite('client.login.writes-profile', 'client.login.adds-profile', 'client.login.replaces-profile')
  cite('client.login.no-identity-guard', 'client.login.service-account-key', 'client.login.scripted-without-terminal')
  await changeStore(io, (store) => {
    cite('client.login.stores-realtime-url-only-if-supplied')
    store.put(name, { apiKey, apiUrl, ...(realtimeUrl === undefined ? {} : { realtimeUrl }) })
    cite('client.login.first-profile-is-default', 'client.login.later-keeps-default', 'client.logout.login-beside-others-sets-no-default')
    const others = [...store.profiles.keys()].filter((other) => other !== name)
    if (others.length === 0) store.setDefault(name)
  })
}
