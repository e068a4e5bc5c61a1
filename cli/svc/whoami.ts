import type { ClauseId } from '../../emulator/contract/clauses.ts'
import { isStored } from '../credentials/location.ts'
import { realtimeHint } from '../credentials/realtime-hint.ts'
import type { Credentials } from '../credentials/credentials.ts'
import { resolveCredentials } from '../credentials/resolve.ts'
import { command, type Outcome } from '../shared/command.ts'
import { identify, probeScope, type Scope } from '../shared/identity.ts'
import { envValue, type Io } from '../shared/io.ts'
import { defaultApiUrl } from '../shared/urls.ts'
import { cite } from '../shared/cite.ts'
import { writeNote } from '../shared/output.ts'

/** `svc whoami`: who the resolved key is, where, and how far it reaches. */
export const whoami = command({
  path: ['whoami'],
  about: 'Show the identity and the scope of the key in use.',
  flags: {
    profile: { about: 'Profile to use (SVC_PROFILE, else the default profile)', value: 'name', offers: true },
    'api-key': { about: 'Use this key instead of SVC_API_KEY or a profile', value: 'key' },
    'api-url': { about: 'Use this API URL instead of SVC_API_URL or the URL of the profile', value: 'url' },
  },
  examples: [
    ['svc whoami', 'Use the default profile'],
    ['svc whoami --profile ci --json', 'Use another profile, and print JSON'],
    ['SVC_API_KEY=… svc whoami', 'Use a key without a profile'],
  ],
  failures: {
    AUTH_INVALID: ['client.whoami.rejected-key'],
    PROFILE_NOT_FOUND: ['client.whoami.unknown-profile'],
    'INSECURE_CREDENTIALS_PERMISSIONS:mode': ['client.whoami.insecure-file'],
    'CREDENTIALS_NOT_FOUND:no-key': ['client.whoami.no-key'],
    'CREDENTIALS_NOT_FOUND:no-profiles': ['client.whoami.no-key'],
    'CREDENTIALS_NOT_FOUND:no-default': ['client.logout.no-default-needs-a-name'],
  },
  async run({ flags }, io): Promise<Outcome> {
    const credentials = await resolveCredentials(
      { profile: flags.profile, apiKey: flags['api-key'], apiUrl: flags['api-url'] },
      io,
    )
    // Every message from here on names the URL.
    cite(`client.whoami.api-url-${credentials.from.apiUrl}`)
    const user = await identify(credentials, io)
    const scope = await probeScope(credentials, io)
    if (scope === 'unknown')
      writeNote(io, 'warning: SCOPE_UNVERIFIED: the key is valid, but the request that tells its scope failed')
    const { profile, apiUrl, realtimeUrl, from } = credentials
    cite(
      'client.whoami.identity-then-probe',
      ...ofScope[scope],
      ...(scope === 'full' && user['type'] === 'service' ? ['client.whoami.scope-full-service-account' as const] : []),
    )
    markResolution(credentials, io)
    const hint = realtimeHint(credentials)
    if (hint !== undefined) writeNote(io, hint)
    const keyFrom =
      from.apiKey === 'flag' ? 'client.whoami.profile-none-flag-key' : 'client.whoami.profile-none-environment-key'
    return {
      lines: [
        `Profile: ${profile ?? '(none)'}`,
        `URL: ${apiUrl}`,
        `Realtime: ${realtimeUrl}`,
        `User: ${user.name} (${user.id})`,
        `Scope: ${scope}`,
      ],
      payload: { profile, url: apiUrl, realtime_url: realtimeUrl, user, scope },
      shows: {
        lines: [
          'client.whoami.five-lines',
          'client.whoami.user-line',
          ...(profile === null ? ([keyFrom] as const) : []),
        ],
        json: [
          'client.whoami.json-payload',
          ...(profile === null ? (['client.whoami.json-profile-null'] as const) : []),
        ],
      },
    }
  },
})

/** Clauses that each scope shows. */
const ofScope = {
  full: ['client.whoami.scope-full'],
  restricted: ['client.whoami.scope-restricted', 'client.whoami.restricted-is-valid'],
  unknown: ['client.whoami.scope-unverified-advisory', 'client.whoami.scope-unknown-exits-0'],
} as const satisfies Record<Scope, readonly ClauseId[]>

/** Which of the sources gave each value, where that can be seen. */
function markResolution({ from, apiKey, apiUrl }: Credentials, io: Io): void {
  cite('client.whoami.realtime-url-resolved', 'client.realtime-url-never-opened')
  if (apiUrl === defaultApiUrl && from.apiUrl === 'default') cite('client.default-api-url-has-v1')
  if (from.profile === 'profile' && from.apiKey === 'profile') cite('client.whoami.default-profile')
  if (from.apiKey === 'environment') cite('client.resolution.env-key-no-warning')
  if (from.apiKey !== 'flag') return
  const variable = envValue(io.env, 'SVC_API_KEY')
  if (variable !== undefined && variable !== apiKey) cite('client.whoami.api-key-overrides-environment')
  if (isStored(io.env)) cite('client.whoami.api-key-overrides-profile')
}
