/** The schemas of changes with what they and their fields mean. */
import * as v from 'valibot'
import { keyed } from '../checking/keyed.ts'
import { describedFields } from './described-fields.ts'
import {
  advance,
  described,
  failedOperation,
  failOperation,
  insert,
  remove,
  update,
  type Change,
} from './schema-common.ts'

export const describedInsert = described(
  describedFields(insert, { insert: ['Records by table, as in `world.records`.', { orgs: { alias: 'new-org' } }] }),
  'Adds records to the world.',
)

export const describedUpdate = described(
  describedFields(update, {
    update: [
      'By table and record (id or alias), the fields that change.',
      { orgs: { acme: { visibility: 'private' } } },
    ],
  }),
  'Changes fields of records.',
)

export const describedRemove = described(
  describedFields(remove, {
    delete: [
      'By table the records (id or alias) to delete, with everything that belongs to them.',
      { sessions: 'run-16' },
    ],
  }),
  'Deletes records.',
)

export const describedAdvance = described(
  describedFields(advance, {
    advance: ['How far world time moves forward; what falls due meanwhile happens, in order.', '1h'],
  }),
  'Moves world time.',
)

const describedOperation = describedFields(failedOperation, {
  operation: ['The operation, or an execution of the workflow engine; without it every running operation that fits.'],
  target: ['Only operations on this blob or revision.', 'weights'],
  error: ['The error that the operation and its target then show.', 'internal_error'],
})

export const describedFailOperation = described(
  describedFields(
    failOperation,
    {
      fail_operation: [
        'Which running operation fails instead of finishing; `true` for the one this request started, or else every running one.',
        true,
      ],
    },
    { fail_operation: v.union([v.literal(true), describedOperation]) },
  ),
  'Makes a long-running operation fail.',
)

export const describedChanges = [
  describedInsert,
  describedUpdate,
  describedRemove,
  describedAdvance,
  describedFailOperation,
] as const

export interface ChangeSchema extends v.GenericSchema<Change> {}

export const changeSchema: ChangeSchema = keyed(describedChanges, 'change')
