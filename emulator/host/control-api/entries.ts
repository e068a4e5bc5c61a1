import * as v from 'valibot'
import { dictionary } from '../../engine/checking/dictionary.ts'
import { call } from './call.ts'
import { fields } from '../../engine/checking/strict.ts'
import { traceErrors } from './errors.ts'
import { healthShape } from './health.ts'
import { entryShape } from './journal.ts'
import { whenSchema } from './moment.ts'
import { worldShape } from './worlds.ts'

/** Longest URL: the limit of a request head that a server reads (16 KiB). */
const MAX_URL = 16_384

/** Changes of a request before it is sent again. A value `[redacted]` means the value that was sent. */
const requestChanges = fields({
  as: v.optional(
    v.pipe(
      v.string(),
      v.minLength(1),
      v.description('Alias or id of the user whose key is sent; `none` for no credentials. Default: as it was sent.'),
    ),
  ),
  method: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z]{1,20}$/, 'expected the name of an HTTP method'))),
  url: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(MAX_URL, `expected at most ${MAX_URL} characters`),
      v.regex(/^\/v1(?:[/?]|$)/, 'expected a path that starts with /v1'),
      v.description('Path and query.'),
    ),
  ),
  headers: v.optional(
    v.pipe(dictionary(v.string(), v.nullable(v.string())), v.description('Headers that are set; null takes one away.')),
  ),
  body: v.optional(v.pipe(v.unknown(), v.description('JSON of the body, or the parameters of a call; null for none.'))),
  text: v.optional(v.pipe(v.string(), v.description('In place of `body`: the text of it.'))),
})

const record = dictionary(v.string(), v.unknown())
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

export const getEntry = call({
  method: 'GET',
  path: '/journal/:number',
  name: 'get_entry',
  summary: 'One entry of the journal, without secrets.',
  returns: v.strictObject({
    entry: entryShape,
    cursor_deleted_by: v.optional(
      v.pipe(
        v.number(),
        v.description(
          'Number of the entry that deleted the record of its cursor, for a listing that could not resume there; in a traced world.',
        ),
      ),
    ),
  }),
  errors: ['entry_not_found', 'journal_off'],
})

export const getChanges = call({
  method: 'GET',
  path: '/journal/:number/changes',
  name: 'get_changes',
  summary: 'Records that an entry inserted, changed (field by field) and deleted. Secrets are redacted.',
  returns: v.strictObject({
    entry: v.number(),
    ...changesShape,
  }),
  errors: traceErrors,
})

export const restoreEntry = call({
  method: 'POST',
  path: '/journal/:number/restore',
  name: 'restore_entry',
  summary:
    'Goes back to the state before or after (default) an entry: records, ids, clock and triggers. Later entries stay, marked `other_branch`.',
  body: fields({ when: v.optional(whenSchema) }),
  returns: healthShape,
  errors: traceErrors,
})

export const resendEntry = call({
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
})
