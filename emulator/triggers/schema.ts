/** Triggers: what happens to whom, and when. */
import * as v from 'valibot'
import type { CommandName, EndpointName } from '../contract/naming.ts'
import { atMostValues } from '../diagnostics/at-most-values.ts'
import { keyed } from '../diagnostics/keyed.ts'
import { fields } from '../diagnostics/strict.ts'
import { faultSchemas, type Fault } from '../faults/registry.ts'
import { type Change, changes, compared, described, positive, text, timestamp } from '../format/schema-common.ts'

const endpointName = v.pipe(v.string(), v.regex(/^(?:\*|[A-Z]+|\* \/\S*|[A-Z]+ \/\S*)$/, 'expected `METHOD /path` or `*`')) as unknown as v.GenericSchema<EndpointName>
const commandName = text as unknown as v.GenericSchema<CommandName>

const when = fields({
  endpoint: v.optional(described(
    endpointName,
    'Method and path. A path as written matches only itself (`GET /users/me`); the pattern of an endpoint (`GET /users/:user_id`) every request to it; `*` every endpoint.',
    'GET /users/me', 'POST /revisions/:id/reset', '*',
  )),
  command: v.optional(described(commandName, 'A command over either transport: `workflow.list_sessions`; `workflow.*` for an engine, `*` for all.', 'workflow.list_sessions')),
  via: v.optional(described(v.picklist(['http', 'socket']), 'Only over this transport.')),
  caller: v.optional(described(text, 'Only when this user asks (alias or id).', 'ben')),
  params: v.optional(described(compared, 'Only when path parameters, query, body fields or command parameters match (as in `expect`).', { org_id: 'acme' })),
  nth: v.optional(described(positive, 'Only the n-th match.', 2)),
  every: v.optional(described(positive, 'Every n-th match.', 3)),
  first: v.optional(described(positive, 'Only the first n matches.', 5)),
  between: v.optional(described(
    v.union([v.strictTuple([positive, positive]), v.strictTuple([timestamp, timestamp])]),
    'Two numbers: from that match to that one, both included. Two times: from that world time until before that one.',
    [2, 4], ['2026-01-01T01:00:00Z', '2026-01-01T02:00:00Z'],
  )),
  probability: v.optional(described(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 'By chance, drawn from the seed.', 0.1)),
  at: v.optional(described(v.picklist(['before', 'after']), '`before` (by default) or `after` the handler has done its work and before the answer leaves.', 'after')),
})

export type When = v.InferInput<typeof when>
export interface WhenSchema extends v.GenericSchema<When> {}

export const whenSchema: WhenSchema = when

export type Action = Fault | Change
export interface ActionSchema extends v.GenericSchema<Action> {}

export const actionSchema: ActionSchema = keyed([...faultSchemas, ...changes], 'fault or change')

/** Values in the actions of a trigger: they may be done at each request. */
const MAX_DONE = 10_000

const trigger = fields({
  name: v.optional(described(text, 'How reports call it.')),
  when: described(whenSchema, 'All that is given must hold; at least `endpoint` or `command`.'),
  do: described(atMostValues(MAX_DONE, v.union([v.pipe(v.array(actionSchema), v.minLength(1)), actionSchema])), 'Faults and changes, in order.', [{ delay: '300ms' }, { fail: { error: 'internal_error' } }]),
  optional: v.optional(described(v.boolean(), 'A replay in which this trigger never fires is fine.', true)),
})

export type Trigger = v.InferInput<typeof trigger>
export interface TriggerSchema extends v.GenericSchema<Trigger> {}

export const triggerSchema: TriggerSchema = trigger
