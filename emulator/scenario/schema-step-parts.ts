/** Fields that several steps have. */
import * as v from 'valibot'
import { dictionary } from '../engine/checking/dictionary.ts'
import { fields } from '../engine/checking/strict.ts'
import { apiClauseId } from '../engine/matching/schema-clause.ts'
import { described, duration, positive, text } from '../engine/matching/schema-common.ts'

const caller = described(
  v.union([
    v.literal('none'),
    described(text, 'The secret of an API key, or a `${variable}`.'),
    fields({ bearer: described(text, 'A bearer token.', 'svc-token-ada') }),
    fields({ api_key: described(text, 'The secret of an API key.', 'svc-key-ada-admin') }),
  ]),
  'Who asks. Steps that say nothing go on as the step before them; `none` sends no credentials.',
  'svc-key-ada-admin',
  { bearer: 'svc-token-ada' },
  'none',
)

export type Caller = v.InferInput<typeof caller>
export interface CallerSchema extends v.GenericSchema<Caller> {}
export const callerSchema: CallerSchema = caller

export const common = {
  name: v.optional(described(text, 'What this step shows; reports print it.')),
  clauses: v.optional(described(v.array(apiClauseId), 'Clauses that this very step must exercise.')),
  timeout: v.optional(described(duration, 'Real time to wait for an answer; 5s by default (60s for `run`).', '500ms')),
} as const

export const save = v.optional(
  described(
    dictionary(v.pipe(v.string(), v.regex(/^[A-Za-z_]\w*$/, 'expected a name of letters, digits and _')), text),
    'Variables by name, each a path into the outcome, for `${name}` in later steps.',
    { cursor: 'result.last_session_id', id: 'body.orgs[0].id' },
  ),
)

export const within = v.optional(
  described(
    duration,
    'Asks again, four times a second, until what is expected has come, for at most so long. An emulator moves world time meanwhile.',
    '20s',
  ),
)

export const repeat = v.optional(
  described(positive, 'Does the step so many times; each must meet what is expected.', 3),
)

export const wait = v.optional(
  described(
    v.literal(false),
    'Goes on without waiting for the answer. What is expected is checked when it has come: by a step `await` with the name of this one, at the latest at the end.',
  ),
)
