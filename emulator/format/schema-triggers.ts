/** Triggers: what happens to whom, and when. */
import * as v from 'valibot'
import { errors, type ErrorCode } from '../contract/errors.ts'
import { keyed } from '../diagnostics/keyed.ts'
import { fields } from '../diagnostics/strict.ts'
import { type Change, changes, count, described, duration, positive, record, text, timestamp } from './schema-common.ts'

export const errorCodes = Object.keys(errors) as ErrorCode[]
export interface ErrorCodeSchema extends v.GenericSchema<ErrorCode> {}

export const errorCode: ErrorCodeSchema = described(v.picklist(errorCodes), 'An error code of the API.', 'internal_error')

const flag = v.literal(true)

const when = fields({
  endpoint: v.optional(described(
    v.pipe(v.string(), v.regex(/^(?:\*|[A-Z]+|\* \/\S*|[A-Z]+ \/\S*)$/, 'expected `METHOD /path` or `*`')),
    'Method and path. A path as written matches only itself (`GET /users/me`); the pattern of an endpoint (`GET /users/:user_id`) every request to it; `*` every endpoint.',
    'GET /users/me', 'POST /revisions/:id/reset', '*',
  )),
  command: v.optional(described(text, 'A command over either transport: `workflow.list_sessions`; `workflow.*` for an engine, `*` for all.', 'workflow.list_sessions')),
  via: v.optional(described(v.picklist(['http', 'socket']), 'Only over this transport.')),
  caller: v.optional(described(text, 'Only when this user asks (alias or id).', 'ben')),
  params: v.optional(described(record, 'Only when path parameters, query, body fields or command parameters match (as in `expect`).', { org_id: 'acme' })),
  nth: v.optional(described(positive, 'Only the n-th match.', 2)),
  every: v.optional(described(positive, 'Every n-th match.', 3)),
  first: v.optional(described(positive, 'Only the first n matches.', 5)),
  between: v.optional(described(
    v.union([v.strictTuple([positive, positive]), v.strictTuple([timestamp, timestamp])]),
    'Two numbers: from that match to that one, both included. Two times: from that world time until before that one.',
    [2, 4], ['2026-01-01T01:00:00Z', '2026-01-01T02:00:00Z'],
  )),
  probability: v.optional(described(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 'By chance, drawn from the seed.', 0.1)),
  at: v.optional(described(v.picklist(['before', 'after']), '`before` (unless told) or `after` the handler has done its work and before the answer leaves.', 'after')),
})

export type When = v.InferInput<typeof when>
export interface WhenSchema extends v.GenericSchema<When> {}

export const whenSchema: WhenSchema = when

const answer = v.unknown()

/** Faults that both transports can show, unless said otherwise. */
export const faults = {
  delay: fields({ delay: described(duration, 'Real time before the answer leaves.', '300ms') }),
  fail: fields({
    fail: described(
      v.union([
        fields({ error: errorCode, message: v.optional(text), limit: v.optional(record) }),
        fields({
          status: described(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)), 'HTTP status; over a socket any from 400 is `internal_error`.', 503),
          body: v.optional(described(answer, 'Sent as JSON; a text is sent as it is.')),
          headers: v.optional(v.record(v.string(), v.string())),
        }),
      ]),
      'Answers a refusal without running the handler (with `at: after`: although its work is done).', { error: 'internal_error' }, { status: 503, body: 'upstream down' },
    ),
  }),
  drop: fields({ drop: described(flag, 'Closes the connection without an answer.') }),
  reset: fields({ reset: described(flag, 'Resets the connection (TCP RST) without an answer.') }),
  empty: fields({ empty: described(flag, 'Answers with the right status and no body.') }),
  truncate: fields({ truncate: described(v.union([flag, fields({ bytes: count })]), 'Cuts the body: half of it is sent, or so many bytes, then the connection closes.', { bytes: 10 }) }),
  malformed: fields({ malformed: described(flag, 'The body is no longer JSON.') }),
  slow: fields({ slow: described(fields({ bytes_per_second: positive }), 'The body trickles.', { bytes_per_second: 1024 }) }),
  lose_response: fields({ lose_response: described(flag, 'The work is done, the answer never comes.') }),
}

/** Faults of sockets only. */
export const socketFaults = {
  close: fields({
    close: described(
      fields({ code: v.pipe(v.number(), v.integer(), v.minValue(1000), v.maxValue(4999)), reason: v.optional(v.pipe(v.string(), v.maxLength(123))) }),
      'Closes the socket with this code instead of answering.', { code: 1013, reason: 'try again later' },
    ),
  }),
  abort: fields({ abort: described(flag, 'The socket breaks without a close frame: the client sees 1006.') }),
  duplicate: fields({ duplicate: described(flag, 'The answer is sent twice.') }),
  reorder: fields({ reorder: described(flag, 'The answer is kept until the next one on this socket has gone out.') }),
  unknown_id: fields({ unknown_id: described(flag, 'The answer carries an id that no call has.') }),
  hold: fields({ hold: described(flag, 'The answer is never sent; the socket stays open.') }),
}

export type Fault = v.InferInput<(typeof faults)[keyof typeof faults]>
export type SocketFault = v.InferInput<(typeof socketFaults)[keyof typeof socketFaults]>
export type Action = Fault | SocketFault | Change
export interface ActionSchema extends v.GenericSchema<Action> {}

export const actionSchema: ActionSchema = keyed([...Object.values(faults), ...Object.values(socketFaults), ...changes])

const trigger = fields({
  name: v.optional(described(text, 'How reports call it.')),
  when: described(whenSchema, 'All that is given must hold; at least `endpoint` or `command`.'),
  do: described(v.union([v.pipe(v.array(actionSchema), v.minLength(1)), actionSchema]), 'Faults and changes, in order.', [{ delay: '300ms' }, { fail: { error: 'internal_error' } }]),
  optional: v.optional(described(v.boolean(), 'A replay in which this trigger never fires is fine.', true)),
})

export type Trigger = v.InferInput<typeof trigger>
export interface TriggerSchema extends v.GenericSchema<Trigger> {}

export const triggerSchema: TriggerSchema = trigger
