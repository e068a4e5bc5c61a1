import { isExchange } from '../../emulator/engine/journal/entry.ts'
import type { Journal } from '../../emulator/engine/journal/journal.ts'
import type { JournalEntry } from '../../emulator/engine/journal/journal-entry.ts'
import { render } from '../../emulator/engine/journal/render.ts'
import { gathering } from '../shared/gathering.ts'
import type { Io } from '../shared/io.ts'
import { printable } from '../../emulator/engine/checking/printable.ts'

/** Logs each exchange in a line, for people or for programs. Several lines are written at once under load. */
export function logRequests(journal: Journal, form: 'pretty' | 'json', io: Io): void {
  const formatLine = form === 'json' ? (entry: JournalEntry) => printable(JSON.stringify(entry)) : prettyLines
  const output = gathering(io.stdout)
  journal.listen((raw) => {
    if (isExchange(raw)) output.write(`${formatLine(render(raw))}\n`)
  })
}

/** Formats an entry: `12:00:00.000  GET /v1/users/me  200  ada`, with details for debugging below. */
function prettyLines(entry: JournalEntry): string {
  const { at, request, response, caller, error, unit, via, delivery } = entry
  const asked = via === 'socket' ? `call ${unit ?? '?'}` : `${request.method} ${request.url}`
  const answered =
    via === 'socket' ? (error ?? 'ok') : `${response?.status ?? 'no answer'}${error === null ? '' : ` ${error}`}`
  const failed = delivery === undefined ? '' : ` (answer ${delivery})`
  const lines = [
    `${at.slice(11, 23)}  ${asked}  ${answered}${failed}  ${caller ?? 'nobody'}${entry.acting_for === undefined ? '' : `, acting for ${entry.acting_for}`}`,
  ]
  if (entry.triggers.length > 0) lines.push(`  trigger: ${entry.triggers.join(', ')}`)
  for (const note of entry.notes) lines.push(`  note: ${note}`)
  return lines.map(printable).join('\n')
}
