import * as v from 'valibot'
import { fields } from '../../engine/checking/strict.ts'
import { matchSchema } from '../../engine/journal/match.ts'
import { timesSchema } from '../../engine/journal/verify.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { refuseUnknownNames } from '../../host/unknown-names.ts'
import { control } from './definition.ts'
import { journalOf } from './journal-query.ts'
import { entryShape } from './list-journal.ts'

export const verify = control({
  method: 'POST',
  path: '/verify',
  name: 'verify',
  summary:
    'Whether what `match` means happened as often as `times` says (at least once, by default), with what came nearest and the fields that differed.',
  body: fields({ match: matchSchema, times: v.optional(timesSchema) }),
  returns: v.strictObject({
    ok: v.boolean(),
    count: v.number(),
    expected: v.string(),
    undecided: v.optional(
      v.pipe(
        v.string(),
        v.description('Why it cannot be told: the journal no longer has what decides. `ok` is false then.'),
      ),
    ),
    near_misses: v.array(
      v.strictObject({
        entry: entryShape,
        differences: v.array(v.strictObject({ field: v.string(), expected: v.string(), actual: v.string() })),
      }),
    ),
  }),
  errors: ['journal_off'],
  handle({ emulator, body }) {
    const verdict = journalOf(emulator).verify(body.match, body.times)
    refuseUnknownNames(instanceOf(emulator), body.match, verdict)
    return verdict
  },
})
