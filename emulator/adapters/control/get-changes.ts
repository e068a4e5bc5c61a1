import * as v from 'valibot'
import { control } from './definition.ts'
import { traceErrors } from './errors.ts'
import { tracedAt } from './journal-query.ts'
import { jsonText, longJson } from './long-answer.ts'

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
  handle({ emulator, params }) {
    const { trace, number } = tracedAt(emulator, params.number)
    return longJson(jsonText(trace.changes(number), 2))
  },
})
