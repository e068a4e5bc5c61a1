import { readStore } from '../credentials/store.ts'
import { command, type CommandOutcome } from '../shared/command.ts'

/** `svc profile ls`: the stored profiles in the order of their names. */
export const profileLs = command({
  path: ['profile', 'ls'],
  about: 'List the stored profiles; * marks the default.',
  flags: {},
  examples: [
    ['svc profile ls', 'One line for each profile'],
    ['svc profile ls --json | jq -r .default', 'The name of the default'],
  ],
  async run(_, io): Promise<CommandOutcome> {
    const store = await readStore(io)
    const stored = [...(store?.profiles ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))
    const entries = stored.map(([name, { apiUrl, realtimeUrl }]) => ({
      name,
      url: apiUrl,
      realtime_url: realtimeUrl ?? null,
      default: name === store?.defaultName,
    }))
    return {
      lines: entries.map(formatEntry),
      payload: { profiles: entries, default: store?.defaultName ?? null },
    }
  },
})

interface ProfileEntry {
  readonly name: string
  readonly url: string
  readonly realtime_url: string | null
  readonly default: boolean
}

function formatEntry(entry: ProfileEntry): string {
  const suffix = entry.realtime_url === null ? '' : ` [realtime: ${entry.realtime_url}]`
  return `${entry.default ? '* ' : '  '}${entry.name} (${entry.url})${suffix}`
}
