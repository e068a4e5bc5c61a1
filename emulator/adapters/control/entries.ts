import * as api from '../../host/control-api/entries.ts'
import { ControlError, handle } from './handler.ts'
import { findEntry, findJournal, tracedAt } from './journal-query.ts'
import { jsonText, longJson } from './long-answer.ts'
import { describeHealth } from './health.ts'
import { Emulator } from '../../host/emulator.ts'
import { hostOf, instanceOf } from '../../host/instance-of.ts'
import { worldAddresses } from './worlds.ts'
import { requireWorld } from './require-room-for.ts'
import { changedCall, changedRequest, type RequestChanges } from './resent-request.ts'
import { jsonParts } from '../../engine/checking/json-parts.ts'
import { isExchange, type KeptEntry, type KeptExchange } from '../../engine/journal/entry.ts'
import { findDeletion } from '../../engine/trace/find-deletion.ts'
import { answerHttp } from '../../engine/kernel/rest/http.ts'
import { answerCall } from '../../engine/kernel/realtime/rpc.ts'

export const getEntry = handle(api.getEntry, ({ emulator, params }) => {
  const entry = findJournal(emulator).rendered(findEntry(emulator, params.number))
  const isTraced = hostOf(emulator).tracer !== undefined
  const deletedBy = isTraced ? findDeletion(entry, () => emulator.trace.inSteps().history) : undefined
  return { entry, ...(deletedBy !== undefined && { cursor_deleted_by: deletedBy }) }
})

export const getChanges = handle(api.getChanges, ({ emulator, params }) => {
  const { trace, number } = tracedAt(emulator, params.number)
  return longJson(jsonText(trace.changes(number), 2))
})

export const restoreEntry = handle(api.restoreEntry, (input) => {
  const { trace, number } = tracedAt(input.emulator, input.params.number)
  hostOf(input.emulator).saving?.requireRoom(
    trace.worldAt(number, input.body.when).snapshot(),
    hostOf(input.emulator).world,
  )
  trace.restore(number, input.body.when)
  return describeHealth(input)
})

export const resendEntry = handle(api.resendEntry, ({ emulator, site, params, body, origin }) => {
  const entry = findEntry(emulator, params.number)
  const { changes = {}, into = 'world' } = body
  if (into === 'world')
    return { entry: findJournal(emulator).rendered(sendAgain(emulator, entry, changes)), world: null }
  requireWorld(site)
  const { number: at } = tracedAt(emulator, params.number)
  hostOf(emulator).saving?.requireRoom(hostOf(emulator).world.snapshot())
  const fork = instanceOf(emulator).fork({ at, when: 'before' }, site)
  const copy = new Emulator(fork)
  const sent = sendAgain(copy, entry, changes)
  const world = worldAddresses(origin, site.add(fork))
  return { entry: findJournal(copy).rendered(sent), world }
})

/** Sends the request of an entry to this emulator again. Returns the new entry, with its secrets. */
function sendAgain(emulator: Emulator, entry: KeptEntry, changes: RequestChanges): KeptEntry {
  if (!isExchange(entry)) {
    const what = entry.via === 'time' ? 'work that fell due' : `a change of the world (${entry.did})`
    throw new ControlError(
      'cannot_resend',
      `Entry ${entry.number} is ${what}: only requests and calls can be sent again.`,
    )
  }
  const journal = findJournal(emulator)
  const { last } = journal
  if (entry.via === 'http') answerHttp(hostOf(emulator), changedRequest(emulator, entry, changes))
  else callAgain(emulator, entry, changes)
  // Entries of due work may come before or after it.
  const [sent] = journal.raw(last)
  return sent!
}

function callAgain(emulator: Emulator, entry: KeptExchange, changes: RequestChanges): void {
  const { unit } = entry
  if (unit?.kind !== 'command')
    throw new ControlError('cannot_resend', `Entry ${entry.number} is a call of no command: it cannot be made again.`)
  const { request, params } = changedCall(emulator, entry, changes)
  answerCall(hostOf(emulator), request, { method: unit.id, params, id: '1' }, jsonParts(JSON.stringify(params)))
}
