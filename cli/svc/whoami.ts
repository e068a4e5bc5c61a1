import { realtimeHint } from '../credentials/realtime-hint.ts'
import { resolveCredentials } from '../credentials/resolve.ts'
import { command, type CommandOutcome } from '../shared/command.ts'
import { identify, probeScope } from '../shared/identity.ts'
import { writeNote } from '../shared/output.ts'

/** `svc whoami`: user, service and scope of the resolved key. */
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
  async run({ flags }, io): Promise<CommandOutcome> {
    const credentials = await resolveCredentials(
      { profile: flags.profile, apiKey: flags['api-key'], apiUrl: flags['api-url'] },
      io,
    )
    const user = await identify(credentials, io)
    const scope = await probeScope(credentials, io)
    if (scope === 'unknown')
      writeNote(io, 'warning: SCOPE_UNVERIFIED: the key is valid, but the request that tells its scope failed')
    const { profile, apiUrl, realtimeUrl } = credentials
    const hint = realtimeHint(credentials)
    if (hint !== undefined) writeNote(io, hint)
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
