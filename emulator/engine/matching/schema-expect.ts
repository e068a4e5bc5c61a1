/** Expectations of steps. Values match partially; matchers refine them (see `expect.ts`). */
import * as v from 'valibot'
import { dictionary } from '../checking/dictionary.ts'
import { refusingMeant } from '../checking/refusing.ts'
import { fields } from '../checking/strict.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import { errorCodes } from './error-code.ts'
import { count, described, tableNames } from './schema-common.ts'
import type { MutableFields } from '../checking/is-object.ts'

/** Any value, with matchers inside. */
export const expected: v.GenericSchema<unknown> = v.pipe(
  v.unknown(),
  v.metadata({
    title: 'Expected value',
    description:
      'Matches partially: an object needs only the fields named here, a list the same length and each item. ' +
      '`{exactly: …}` the same value and no more; `{only: …}` the same, with matchers inside; `{is: uuid|string|integer|number|boolean|object|array|iso8601|null|absent|present}`; ' +
      '`{matches: "regular expression"}`; `{length: n}`; `{contains: …}` a text that holds this text, or a list that holds a matching item; ' +
      '`{unordered: […]}` a list of these items in any order; `{not: …}` anything that does not match.',
    examples: [{ status: 'success', user: { id: { is: 'uuid' } } }],
  }),
)

/** A number or a matcher. */
function numberFrom(min: number, max: number): v.GenericSchema<number | MutableFields> {
  return v.union([v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max)), v.looseObject({})])
}

const integerOrMatcher: v.GenericSchema<number | MutableFields> = v.union([
  v.pipe(v.number(), v.integer()),
  v.looseObject({}),
])

const outcome = (values: readonly [string, ...string[]], text: string) => described(v.picklist(values), text)

const errorExpected: v.GenericSchema<ErrorCode | MutableFields> = described(
  v.union([v.picklist(errorCodes), v.looseObject({})]),
  'The error code of the API that is answered.',
  'forbidden',
)

const http = fields({
  status: v.optional(described(numberFrom(100, 599), 'HTTP status.', 200)),
  error: v.optional(errorExpected),
  headers: v.optional(
    described(dictionary(v.string(), expected), 'Response headers by name; case does not matter.', {
      'content-type': { contains: 'json' },
    }),
  ),
  body: v.optional(expected),
  text: v.optional(described(expected, 'The body as text.')),
  bytes: v.optional(described(expected, 'The number of bytes of the body.')),
  envelope: v.optional(described(expected, 'The JSON of the `X-Response-Body` header.')),
  outcome: v.optional(
    outcome(
      ['answered', 'no_answer', 'cut'],
      '`answered` by default; `no_answer`: the connection ends without one; `cut`: it ends inside the body.',
    ),
  ),
})

const call = fields({
  status: v.optional(described(numberFrom(100, 599), 'HTTP status; only with `via: http`.', 200)),
  result: v.optional(described(expected, 'The result; over HTTP the envelope without `status`.')),
  error: v.optional(errorExpected),
  code: v.optional(described(integerOrMatcher, 'The JSON-RPC error code; only over the socket.', -32602)),
  message: v.optional(expected),
  limit: v.optional(described(expected, 'The `limit` object of a refusal.')),
  answers: v.optional(described(count, 'How many answers carried the id of this call; 1 by default.', 2)),
  strays: v.optional(described(count, 'How many frames carried an id that no call has.', 1)),
  after: v.optional(
    described(v.string(), 'The `name` of a call whose answer must have come before this one.', 'the second call'),
  ),
  close: v.optional(
    described(
      fields({ code: v.pipe(v.number(), v.integer()), reason: v.optional(expected) }),
      'How the socket was closed.',
      { code: 1006 },
    ),
  ),
  outcome: v.optional(
    outcome(
      ['answered', 'no_answer', 'closed', 'cut'],
      '`answered` by default; `no_answer` within the timeout; `closed`: the socket ended first.',
    ),
  ),
})

const streamOptions = v.union([
  v.string(),
  fields({
    text: v.optional(described(expected, 'The whole text; a plain text here must be the same.')),
    lines: v.optional(
      described(v.union([v.array(expected), v.looseObject({})]), 'Every line, in order; or a matcher of all lines.'),
    ),
    json: v.optional(described(expected, 'The text as one JSON value.')),
    contains: v.optional(v.union([v.string(), v.array(v.string())])),
    lacks: v.optional(
      described(v.union([v.string(), v.array(v.string())]), 'Texts that must appear nowhere, such as a key.'),
    ),
    matches: v.optional(v.string()),
    empty: v.optional(v.boolean()),
  }),
])

export type StreamExpect = v.InferInput<typeof streamOptions>
interface StreamExpectSchema extends v.GenericSchema<StreamExpect> {}
const stream: StreamExpectSchema = streamOptions

const counted = described(numberFrom(0, Number.MAX_SAFE_INTEGER), 'How many; a number or a matcher.', 1, {
  at_most: 20,
})

const recordsCounted = fields({
  table: described(v.picklist(tableNames), 'The table.', 'api_keys'),
  match: v.optional(
    described(expected, 'Which of its records are meant; all of them by default. Bytes are `{base64: …}`.'),
  ),
  count: v.optional(described(counted, 'How many there must be; at least one by default.', 1)),
})

const printed = {
  exit: v.optional(described(numberFrom(0, 255), 'Exit code; 0 by default.', 0, { at_least: 1 })),
  signal: v.optional(described(v.union([v.string(), v.looseObject({})]), 'The signal that ended it.', 'SIGTERM')),
  stdout: v.optional(described(stream, 'What it printed; a plain text must be the same.', { json: { scope: 'full' } })),
  stderr: v.optional(described(stream, 'What it printed on stderr.')),
} as const

const ending = {
  ...printed,
  beside: v.optional(
    described(
      v.array(fields(printed)),
      'What the programs of `beside` must do, in turn; exit code 0 where nothing is said.',
      [{ stdout: 'taken' }],
    ),
  ),
  files: v.optional(
    described(
      dictionary(
        v.string(),
        v.union([
          v.literal('absent'),
          fields({
            text: v.optional(expected),
            yaml: v.optional(described(expected, 'The content as YAML.')),
            json: v.optional(expected),
            mode: v.optional(
              described(
                v.pipe(v.string(), v.regex(/^0[0-7]{3}$/, 'expected an octal mode such as "0600"')),
                'Permission bits.',
                '0600',
              ),
            ),
            lacks: v.optional(v.union([v.string(), v.array(v.string())])),
          }),
        ]),
      ),
      'Files in its HOME afterwards, by path.',
      { '.svc/credentials.yaml': { mode: '0600', yaml: { default: 'default' } } },
    ),
  ),
  requests: v.optional(
    described(
      fields({
        count: v.optional(counted),
        lacks: v.optional(
          described(
            v.union([v.string(), v.array(v.string())]),
            'Texts that must stand in none of them, but as credentials: a key.',
          ),
        ),
      }),
      'The requests and calls that came while it ran. Only an emulator can tell.',
      { count: 1 },
    ),
  ),
  records: v.optional(
    described(
      v.array(recordsCounted),
      'Records that the world holds afterwards, once what was under way is over (an hour of world time, without schedules). Only an emulator can tell.',
      [{ table: 'api_keys', match: { description: 'for the build' }, count: 1 }],
    ),
  ),
} as const

const run = fields({
  ...ending,
  any_of: v.optional(
    described(
      v.pipe(v.array(fields(ending)), v.minLength(1, 'expected at least one')),
      'One of these must hold, in place of all else that is expected.',
      [{ exit: { at_least: 1 } }, { exit: 0, stdout: 'minted' }],
    ),
  ),
})

export type HttpExpect = v.InferInput<typeof http>
export type CallExpect = v.InferInput<typeof call>
export type RunExpect = v.InferInput<typeof run>
export type CountedRecords = v.InferInput<typeof recordsCounted>
export interface HttpExpectSchema extends v.GenericSchema<HttpExpect> {}
export interface CallExpectSchema extends v.GenericSchema<CallExpect> {}
export interface RunExpectSchema extends v.GenericSchema<RunExpect> {}

export const httpExpect: HttpExpectSchema = refusingNumber(http, 'status')
export const callExpect: CallExpectSchema = refusingNumber(call, 'status')
export const runExpect: RunExpectSchema = refusingNumber(run, 'exit')

function refusingNumber<S extends v.GenericSchema>(schema: S, field: string): S {
  return refusingMeant(schema, 'an object', (value) =>
    typeof value === 'number' ? `{ ${field}: ${value} }` : undefined,
  )
}
