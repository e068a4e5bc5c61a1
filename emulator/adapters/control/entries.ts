import * as v from 'valibot'
import { ControlError, control } from './definition.ts'
import { findEntry, findJournal, tracedAt } from './journal-query.ts'
import { entryShape } from './journal.ts'
import { traceErrors } from './errors.ts'
import { jsonText, longJson } from './long-answer.ts'
import { fields } from '../../engine/checking/strict.ts'
import { health, healthShape } from './health.ts'
import { whenSchema } from './state-at.ts'
import { Emulator } from '../../host/emulator.ts'
import { hostOf, instanceOf } from '../../host/instance-of.ts'
import { worldAddresses, worldShape } from './worlds.ts'
import { requireRoomFor } from './require-room-for.ts'
import { type RequestChanges, changedCall, changedRequest, requestChanges } from './resent-request.ts'
import { jsonParts } from '../../engine/checking/json-parts.ts'
import { isExchange, type KeptEntry, type KeptExchange } from '../../engine/journal/entry.ts'
import { answerHttp } from '../../engine/kernel/rest/http.ts'
import { answerCall } from '../../engine/kernel/realtime/rpc.ts'

export const getEntry = control({
  method: 'GET',
  path: '/journal/:number',
  name: 'get_entry',
  summary: 'One entry of the journal, without secrets.',
  returns: v.strictObject({ entry: entryShape }),
  errors: ['entry_not_found', 'journal_off'],
  handle: ({ emulator, params }) => ({ entry: findJournal(emulator).rendered(findEntry(emulator, params.number)) }),
})

const record = v.record(v.string(), v.unknown())
const one = { table: v.string(), id: v.string(), record }

/** Records that changed, as answers list them. */
export const changesShape = {
  inserted: v.array(v.strictObject(one)),
  changed: v.array(
    v.strictObject({
      ...one,
      fields: v.array(v.strictObject({ field: v.string(), before: v.unknown(), after: v.unknown() })),
    }),
  ),
  deleted: v.array(v.strictObject(one)),
}

export const getChanges = control({
  method: 'GET',
  path: '/journal/:number/changes',
  name: 'get_changes',
  summary: 'Records that an entry inserted, changed (field by field) and deleted. Secrets are redacted.',
  returns: v.strictObject({
    entry: v.number(),
    ...changesShape,
  }),
  errors: traceErrors,
  handle({ emulator, params }) {
    const { trace, number } = tracedAt(emulator, params.number)
    return longJson(jsonText(trace.changes(number), 2))
  },
})

export const restoreEntry = control({
  method: 'POST',
  path: '/journal/:number/restore',
  name: 'restore_entry',
  summary:
    'Goes back to the state before or after (default) an entry: records, ids, clock and triggers. Later entries stay, marked `other_branch`.',
  body: fields({ when: v.optional(whenSchema) }),
  returns: healthShape,
  errors: traceErrors,
  handle(input) {
    const { trace, number } = tracedAt(input.emulator, input.params.number)
    trace.restore(number, input.body.when)
    return health.handle(input as never)
  },
})

export const resendEntry = control({
  method: 'POST',
  path: '/journal/:number/resend',
  name: 'resend_entry',
  summary:
    'Sends the request of an entry again, edited or not, into this world or a new one. Secrets that the journal redacts are those of the request.',
  body: fields({
    changes: v.optional(requestChanges),
    into: v.optional(
      v.pipe(
        v.picklist(['world', 'fork']),
        v.description('This world (default), or a new one in the state before the entry.'),
      ),
    ),
  }),
  returns: v.strictObject({ entry: entryShape, world: v.nullable(worldShape) }),
  errors: [...traceErrors, 'no_key', 'cannot_resend'],
  handle({ emulator, site, params, body, origin }) {
    const entry = findEntry(emulator, params.number)
    const { changes = {}, into = 'world' } = body
    if (into === 'world')
      return { entry: findJournal(emulator).rendered(sendAgain(emulator, entry, changes)), world: null }
    requireRoomFor(site.bounds, 'worlds', site.size)
    const { number: at } = tracedAt(emulator, params.number)
    const fork = instanceOf(emulator).fork({ at, when: 'before' }, site)
    const copy = new Emulator(fork)
    const sent = sendAgain(copy, entry, changes)
    const world = worldAddresses(origin, site.add(fork))
    return { entry: findJournal(copy).rendered(sent), world }
  },
})

/** Sends what an entry was asked once more, to this emulator. Returns the new entry, with its secrets. */
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
  // Work that fell due may stand on either side of it.
  const [sent] = journal.raw(last)
  return sent!
}

function callAgain(emulator: Emulator, entry: KeptExchange, changes: RequestChanges): void {
  const { unit } = entry
  if (unit?.kind !== 'command')
    throw new ControlError('cannot_resend', `Entry ${entry.number} is a call of no command: it cannot be made again.`)
  const { request, params } = changedCall(emulator, entry, changes)
  answerCall(hostOf(emulator), request, { method: unit.id, params, id: 1 }, jsonParts(JSON.stringify(params)))
}
