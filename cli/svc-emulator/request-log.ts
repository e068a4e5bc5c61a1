import { entryLine } from '../../emulator/engine/journal/entry-line.ts'
import type { JournalEntry } from '../../emulator/engine/journal/journal-entry.ts'
import { refusalMessage } from '../../emulator/engine/journal/refusal.ts'
import type { World } from '../../emulator/engine/world/world.ts'
import type { Emulator } from '../../emulator/host/emulator.ts'
import type { Instance } from '../../emulator/host/instance.ts'
import { hostOf, instanceOf } from '../../emulator/host/instance-of.ts'
import { MAIN } from '../../emulator/host/world-names.ts'
import { gathering } from '../shared/gathering.ts'
import type { Io } from '../shared/io.ts'
import { printable } from '../../emulator/engine/checking/printable.ts'

/**
 * Logs each exchange in a line, for people or for programs, when its answer was handed over or its client has left.
 * Several lines are written at once under load.
 */
export function logRequests(emulator: Emulator, form: 'pretty' | 'json', io: Io): void {
  const formatLine =
    form === 'json'
      ? (entry: JournalEntry) => printable(JSON.stringify(entry))
      : (entry: JournalEntry) => prettyLines(entry, () => listKeys(hostOf(emulator).world))
  const output = gathering(io.stdout)
  const main = instanceOf(emulator)
  const follow = ({ journal }: Instance): void => {
    journal?.listen(undefined, {
      ended: (entry) => output.write(`${formatLine(journal.rendered(entry) as JournalEntry)}\n`),
    })
  }
  follow(main)
  main.site.added = follow
  for (const [, world] of main.site.worlds()) follow(world)
}

/** Keys that the log lists below a 401. */
const MAX_KEYS = 3

/**
 * Formats an entry: `12:00:00.000  GET /v1/orgs/acme  404 org_not_found  ada`, with details for debugging below. `keys`
 * reads the keys of the world.
 */
function prettyLines(entry: JournalEntry, keys: () => string): string {
  const { at, error } = entry
  const message = refusalMessage(entry)
  const lines = [
    [
      at.slice(11, 23),
      entryLine(entry),
      ...(entry.world === undefined || entry.world === MAIN ? [] : [`world ${entry.world}`]),
    ].join('  '),
    ...(entry.triggers.length > 0 ? [`  trigger: ${entry.triggers.join(', ')}`] : []),
    ...entry.notes.map((note) => `  note: ${note}`),
    ...(message !== undefined && entry.notes.length + entry.triggers.length === 0 ? [`  message: ${message}`] : []),
    ...(error === 'unauthenticated' && entry.notes.length > 0 ? [`  keys: ${keys()}`] : []),
  ]
  return lines.map(printable).join('\n')
}

function listKeys({ api_keys: keys }: World): string {
  const names = Array.from(keys.rows(), ({ record }) => record.key)
  const more = names.length - MAX_KEYS
  if (names.length === 0) return 'this world has none'
  return `${names.slice(0, MAX_KEYS).join(', ')}${more > 0 ? `, and ${more} more` : ''}`
}
