import * as v from 'valibot'
import { fields } from '../../engine/checking/strict.ts'
import { Emulator } from '../../host/emulator.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { control } from './definition.ts'
import { traceErrors } from './errors.ts'
import { worldAt, worldShape } from './create-world.ts'
import { findEntry, journalOf, tracedAt } from './journal-query.ts'
import { entryShape } from './list-journal.ts'
import { requireRoomFor } from './require-room-for.ts'
import { requestChanges } from './resent-request.ts'
import { sendAgain } from './send-again.ts'

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
      return { entry: journalOf(emulator).rendered(sendAgain(emulator, entry, changes)), world: null }
    requireRoomFor(site.bounds, 'worlds', site.size)
    const { number: at } = tracedAt(emulator, params.number)
    const fork = instanceOf(emulator).fork({ at, when: 'before' }, site)
    const copy = new Emulator(fork)
    const sent = sendAgain(copy, entry, changes)
    const world = worldAt(origin, site.add(fork))
    return { entry: journalOf(copy).rendered(sent), world }
  },
})
