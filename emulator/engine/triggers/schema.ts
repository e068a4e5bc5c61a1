/** Triggers: what happens to whom, and when. What each field means stands in `described-schema.ts`. */
import * as v from 'valibot'
import type { CommandName, EndpointName } from '../../contract/naming.ts'
import { atMostValues } from '../checking/at-most-values.ts'
import { keyed } from '../checking/keyed.ts'
import { fields } from '../checking/strict.ts'
import { faultSchemas, type Fault } from '../faults/registry.ts'
import { type Change, changes, compared, positive, text, timestamp } from '../matching/schema-common.ts'

const endpointName = v.pipe(
  v.string(),
  v.regex(/^(?:\*|[A-Z]+|\* \/\S*|[A-Z]+ \/\S*)$/, 'expected `METHOD /path` or `*`'),
) as unknown as v.GenericSchema<EndpointName>
const commandName = text as unknown as v.GenericSchema<CommandName>

const when = fields({
  endpoint: v.optional(endpointName),
  command: v.optional(commandName),
  via: v.optional(v.picklist(['http', 'socket'])),
  caller: v.optional(text),
  params: v.optional(compared),
  nth: v.optional(positive),
  every: v.optional(positive),
  first: v.optional(positive),
  between: v.optional(v.union([v.strictTuple([positive, positive]), v.strictTuple([timestamp, timestamp])])),
  probability: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  at: v.optional(v.picklist(['before', 'after'])),
})

export type When = v.InferInput<typeof when>
export interface WhenSchema extends v.GenericSchema<When> {}

export const whenSchema: WhenSchema = when

export type Action = Fault | Change
export interface ActionSchema extends v.GenericSchema<Action> {}

export const actionSchema: ActionSchema = keyed([...faultSchemas, ...changes], 'fault or change')

/** Values in the actions of a trigger: they may be done at each request. */
const MAX_DONE = 5_000

/** One action, or several in order. */
export function actionsOf(action: ActionSchema): v.GenericSchema<Action | Action[]> {
  return atMostValues(MAX_DONE, v.union([v.pipe(v.array(action), v.minLength(1)), action]))
}

const trigger = fields({
  name: v.optional(text),
  when: whenSchema,
  do: actionsOf(actionSchema),
  optional: v.optional(v.boolean()),
})

export type Trigger = v.InferInput<typeof trigger>
export interface TriggerSchema extends v.GenericSchema<Trigger> {}

export const triggerSchema: TriggerSchema = trigger
