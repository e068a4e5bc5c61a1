import { jsonParts } from '../../engine/checking/json-parts.ts'
import type { Emulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import type { Entry } from '../../engine/journal/entry.ts'
import type { AnyEntry } from '../../engine/journal/journal.ts'
import { answerHttp } from '../../engine/kernel/rest/http.ts'
import { answerCall } from '../../engine/kernel/realtime/rpc.ts'
import { ControlError } from './definition.ts'
import { journalOf } from './journal-query.ts'
import { changedCall, changedRequest, type RequestChanges } from './resent-request.ts'

/** Sends what an entry was asked once more, to this emulator. Returns the new entry, with its secrets. */
export function sendAgain(emulator: Emulator, entry: AnyEntry, changes: RequestChanges): AnyEntry {
  if (entry.via === 'time')
    throw new ControlError('cannot_resend', `Entry ${entry.number} is work that fell due: nobody asked for it.`)
  const journal = journalOf(emulator)
  const { last } = journal
  if (entry.via === 'http') answerHttp(hostOf(emulator), changedRequest(emulator, entry, changes))
  else callAgain(emulator, entry, changes)
  // Work that fell due may stand on either side of it.
  const [sent] = journal.raw(last)
  return sent!
}

function callAgain(emulator: Emulator, entry: Entry, changes: RequestChanges): void {
  const { unit } = entry
  if (unit?.kind !== 'command')
    throw new ControlError('cannot_resend', `Entry ${entry.number} is a call of no command: it cannot be made again.`)
  const { request, params } = changedCall(emulator, entry, changes)
  answerCall(hostOf(emulator), request, { method: unit.id, params, id: 1 }, jsonParts(JSON.stringify(params)))
}
