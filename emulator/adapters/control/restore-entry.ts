import * as v from 'valibot'
import { fields } from '../../engine/checking/strict.ts'
import { control } from './definition.ts'
import { traceErrors } from './errors.ts'
import { health, healthShape } from './health.ts'
import { tracedAt } from './journal-query.ts'
import { whenSchema } from './moment.ts'

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
