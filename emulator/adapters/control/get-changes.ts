import * as v from 'valibot'
import { control } from './definition.ts'
import { traceErrors } from './errors.ts'
import { jsonInPieces } from './in-pieces.ts'
import { tracedAt } from './journal-query.ts'
import { jsonText } from './json-text.ts'
import { withPauses } from './with-pauses.ts'

const record = v.record(v.string(), v.unknown())
const one = { table: v.string(), id: v.string(), record }

export const getChanges = control({
  method: 'GET',
  path: '/journal/:number/changes',
  name: 'get_changes',
  summary: 'Records that an entry inserted, changed (field by field) and deleted. Secrets are redacted.',
  returns: v.strictObject({
    entry: v.number(),
    inserted: v.array(v.strictObject(one)),
    changed: v.array(
      v.strictObject({
        ...one,
        fields: v.array(v.strictObject({ field: v.string(), before: v.unknown(), after: v.unknown() })),
      }),
    ),
    deleted: v.array(v.strictObject(one)),
  }),
  errors: traceErrors,
  async handle({ emulator, params, site }) {
    const { trace, number } = tracedAt(emulator, params.number)
    return jsonInPieces(jsonText(await withPauses(trace.changing(number), site.pause), 2))
  },
})
