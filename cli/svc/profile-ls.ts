import type { ClauseId } from '../../emulator/contract/clauses.ts'
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
  failures: {
    'INSECURE_CREDENTIALS_PERMISSIONS:mode': ['client.profile-ls.insecure-file'],
    'CREDENTIALS_NOT_FOUND:yaml': ['client.profile-ls.malformed-file'],
    'CREDENTIALS_NOT_FOUND:malformed': ['client.profile-ls.malformed-file'],
  },
  async run(_, io): Promise<Outcome> {
    const store = await readStore(io)
    const stored = [...(store?.profiles ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))
    const entries = stored.map(([name, { apiUrl, realtimeUrl }]) => ({
      name,
      url: apiUrl,
      realtime_url: realtimeUrl ?? null,
      default: name === store?.defaultName,
    }))
    cite('client.profile-ls.no-network')
    return {
      lines: entries.map(formatEntry),
      payload: { profiles: entries, default: store?.defaultName ?? null },
      shows: { lines: shownByLines(entries, store === undefined), json: shownByJson(entries) },
    }
  },
})

interface Entry {
  readonly name: string
  readonly url: string
  readonly realtime_url: string | null
  readonly default: boolean
}

function shownByLines(entries: readonly Entry[], noFile: boolean): ClauseId[] {
  if (entries.length === 0) return [noFile ? 'client.profile-ls.no-file' : 'client.profile-ls.no-profiles']
  const shown: ClauseId[] = ['client.profile-ls.name-and-url']
  if (entries.length > 1) shown.push('client.profile-ls.line-per-profile')
  if (entries.some((entry) => entry.default)) shown.push('client.profile-ls.marks-default')
  if (entries.some((entry) => !entry.default)) shown.push('client.profile-ls.two-spaces')
  if (entries.some(({ realtime_url: url }) => url !== null)) shown.push('client.profile-ls.realtime-suffix')
  return shown
}

function shownByJson(entries: readonly Entry[]): ClauseId[] {
  if (entries.length === 0) return ['client.profile-ls.json-default']
  const withoutUrl = entries.some(({ realtime_url: url }) => url === null)
  return [
    'client.profile-ls.json-default',
    'client.profile-ls.json-entries',
    ...(withoutUrl ? ['client.profile-ls.json-realtime-url-null' as const] : []),
  ]
}

function formatEntry(entry: Entry): string {
  const suffix = entry.realtime_url === null ? '' : ` [realtime: ${entry.realtime_url}]`
  return `${entry.default ? '* ' : '  '}${entry.name} (${entry.url})${suffix}`
}
