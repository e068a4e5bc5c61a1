import { resolveCredentials } from '../credentials/resolve.ts'
import { command, type Outcome } from '../shared/command.ts'
import { identify, probeScope } from '../shared/identity.ts'
import { cite } from '../shared/cite.ts'
import { writeNote } from '../shared/output.ts'

/** `svc whoami`: who the resolved key is, where, and how far it reaches. */
export const whoami = command({
  path: ['whoami'],
  about: 'Show the identity and the scope of the key in use.',
  flags: {
    profile: { about: 'Profile to use (SVC_PROFILE, else the default profile)', value: 'name' },
    'api-key': { about: 'Use this key instead of SVC_API_KEY or a profile', value: 'key' },
    'api-url': { about: 'Use this API URL instead of SVC_API_URL or that of the profile', value: 'url' },
  },
  examples: [
    ['svc whoami', 'The default profile'],
    ['svc whoami --profile ci --json', 'Another profile, as JSON'],
    ['SVC_API_KEY=… svc whoami', 'A key without any profile'],
  ],
  async run({ flags }, io): Promise<Outcome> {
    const credentials = await resolveCredentials({ profile: flags.profile, apiKey: flags['api-key'], apiUrl: flags['api-url'] }, io)
    cite('client.whoami.identity-then-probe')
    const user = await identify(credentials)
    const scope = await probeScope(credentials)
    cite('client.whoami.scope-unverified-advisory', 'client.whoami.scope-unknown-exits-0', 'client.whoami.restricted-is-valid')
    if (scope === 'unknown') writeNote(io, 'warning: SCOPE_UNVERIFIED: the key is valid, but the request that tells its scope failed')
    const { profile, apiUrl, realtimeUrl } = credentials
    cite('client.whoami.five-lines', 'client.whoami.user-line', 'client.whoami.json-payload', 'client.whoami.json-profile-null')
    return {
      lines: [
        `Profile: ${profile ?? '(none)'}`,
        `URL: ${apiUrl}`,
        `Realtime: ${realtimeUrl}`,
        `User: ${user.name} (${user.id})`,
        `Scope: ${scope}`,
      ],
      payload: { profile, url: apiUrl, realtime_url: realtimeUrl, user, scope },
    }
  },
})
