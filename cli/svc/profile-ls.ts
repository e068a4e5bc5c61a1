import { readStore } from '../credentials/store.ts'
import { command, type Outcome } from '../shared/command.ts'
import { cite } from '../shared/cite.ts'

/** `svc profile ls`: the stored profiles in the order of their names. */
export const profileLs = command({
  path: ['profile', 'ls'],
  about: 'List the stored profiles; * marks the default.',
  flags: {},
  examples: [
    ['svc profile ls', 'One line for each profile'],
    ['svc profile ls --json | jq -r .default', 'The name of the default'],
  ],
  async run(_, io): Promise<Outcome> {
    cite('client.profile-ls.no-network', 'client.profile-ls.no-file', 'client.profile-ls.no-profiles')
    const store = await readStore(io)
    const stored = [...(store?.profiles ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))
    const entries = stored.map(([name, { apiUrl, realtimeUrl }]) => ({
      name,
      url: apiUrl,
      realtime_url: realtimeUrl ?? null,
      default: name === store?.defaultName,
    }))
    cite('client.profile-ls.json-entries', 'client.profile-ls.json-realtime-url-null', 'client.profile-ls.json-default')
    return { lines: entries.map(lineOf), payload: { profiles: entries, default: store?.defaultName ?? null } }
  },
})

function lineOf(entry: { name: string; url: string; realtime_url: string | null; default: boolean }): string {
  cite('client.profile-ls.line-per-profile', 'client.profile-ls.marks-default', 'client.profile-ls.two-spaces', 'client.profile-ls.name-and-url', 'client.profile-ls.realtime-suffix')
  const suffix = entry.realtime_url === null ? '' : ` [realtime: ${entry.realtime_url}]`
  return `${entry.default ? '* ' : '  '}${entry.name} (${entry.url})${suffix}`
}
