import { deliveryText } from '../../../emulator/engine/journal/delivery-text.ts'
import type { ChangeEntry, JournalLine, TimeEntry } from '../../../emulator/engine/journal/journal-entry.ts'
import type { ControlAnswer, ControlInput } from '../../../emulator/host/control-api/control-api.ts'
import { Refused, type AgentWorld } from './agent-world.ts'

/** An entry as a list shows it. */
export type EntryLine = JournalLine | TimeEntry | ChangeEntry

/** Fields of an entry that show an agent the result of its request. */
export type SentEntry = Pick<
  JournalLine,
  'number' | 'caller' | 'delivery' | 'triggers' | 'clauses' | 'assumptions' | 'notes'
>

/** Entries of the journal as a list shows them, and the number of the last one recorded. */
export async function readEntries(
  world: AgentWorld,
  query: ControlInput<'GET /journal'>['query'],
): Promise<ControlAnswer<'GET /journal'>> {
  return world.control('GET /journal', { query: { ...query, show: 'lines' } })
}

/** Number of the last entry; undefined without a journal. */
export async function lastEntry(world: AgentWorld): Promise<number | undefined> {
  try {
    return (await readEntries(world, { limit: 1 })).next
  } catch (error) {
    if (error instanceof Refused && error.code === 'journal_off') return undefined
    throw error
  }
}

const LEFT = ', on a branch that was left'

/** An entry in one line: `12 GET /v1/users/me as ada: 404 user_not_found, triggers: t1`. */
export function lineText(entry: EntryLine): string {
  const left = entry.other_branch === true ? LEFT : ''
  if ('did' in entry) return `${entry.number} ${entry.did}${left}`
  if (entry.via === 'time')
    return `${entry.number} ${entry.unit} of ${entry.work.table} ${entry.work.id} at ${entry.at}${left}`
  const { number, via, unit, request, response, caller, error, delivery, triggers } = entry
  const asked = via === 'socket' ? `${unit ?? request.url} on a socket` : `${request.method} ${request.url}`
  const answer = [response === null ? 'no answer' : String(response.status), error].filter(Boolean).join(' ')
  const notes = [
    delivery === undefined ? '' : `, ${deliveryText(delivery)}`,
    triggers.length === 0 ? '' : `, triggers: ${triggers.join(', ')}`,
    left,
  ]
  return `${number} ${asked}${caller === null ? '' : ` as ${caller}`}: ${answer}${notes.join('')}`
}
