/** Schema of triggers: their conditions and actions. */
import * as v from 'valibot'
import type { CommandName, EndpointName } from '../../contract/naming.ts'
import { atMostValues } from '../checking/at-most-values.ts'
import { keyed } from '../checking/keyed.ts'
import { refusing, refusingMeant, wrongShape } from '../checking/refusing.ts'
import { fields } from '../checking/strict.ts'
import { faultSchemas, type Fault } from '../faults/registry.ts'
import { isCommandName, meantEndpoint, meantUnit, refusingUnitText } from '../matching/meant-unit.ts'
import { type Change, changes, compared, described, positive, text, timestamp } from '../matching/schema-common.ts'
import { rulesSchema, type Rules } from '../world/rules.ts'
import { chaosSchema, type Chaos } from './chaos.ts'
import { RATE } from './rate.ts'

const ENDPOINT = /^(?:\*|[A-Z]+)(?: \/.*)?$/

const endpointName = refusing(v.pipe(v.string(), v.regex(ENDPOINT, 'expected `METHOD /path` or `*`')), (value) =>
  typeof value === 'string' && !ENDPOINT.test(value)
    ? wrongShape(value, `expected \`METHOD /path\` or \`*\`, got '${value}'${instead(value)}`)
    : undefined,
) as unknown as v.GenericSchema<EndpointName>

function instead(text: string): string {
  if (isCommandName(text)) return ': a command is named in `command`'
  const meant = meantEndpoint(text)
  return meant === undefined ? '' : `, did you mean \`${meant}\`?`
}
const commandName = text as unknown as v.GenericSchema<CommandName>

const conditions = fields({
  endpoint: described(
    v.optional(endpointName),
    'Method and path. A path as written matches only itself (`GET /users/me`); the pattern of an endpoint (`GET /users/:user_id`) every request to it; `*` every endpoint.',
    'GET /users/me',
    'POST /revisions/:id/reset',
    '*',
  ),
  command: described(
    v.optional(commandName),
    'A command over either transport: `workflow.list_sessions`; `workflow.*` for an engine, `*` for all.',
    'workflow.list_sessions',
  ),
  via: described(v.optional(v.picklist(['http', 'socket'])), 'Only over this transport.'),
  caller: described(v.optional(text), 'Only when this user asks (alias or id).', 'ben'),
  copy: described(
    v.optional(text),
    'Only for this program of several at once: `1` is `run`, `2` the first one `beside` it, as in `order`.',
    '2',
  ),
  params: described(
    v.optional(compared),
    'Only when path parameters, query, body fields or command parameters match (as in `expect`).',
    { org_id: 'acme' },
  ),
  nth: described(v.optional(positive), 'Only the n-th match, counted from when the trigger was added.', 2),
  every: described(v.optional(positive), 'Every n-th match.', 3),
  first: described(v.optional(positive), 'Only the first n matches.', 5),
  between: described(
    v.optional(v.union([v.strictTuple([positive, positive]), v.strictTuple([timestamp, timestamp])])),
    'Two numbers: from that match to that one, both included. Two times: from that world time until before that one.',
    [2, 4],
    ['2026-01-01T01:00:00Z', '2026-01-01T02:00:00Z'],
  ),
  probability: described(
    v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
    'By chance, drawn from the seed.',
    0.1,
  ),
  above: described(
    v.optional(v.pipe(v.string(), v.regex(RATE, 'expected a rate such as 5/s, 100/m or 10/30s'))),
    'Only the matches beyond this rate, in world time. A `fail` with a `status` then also sends `Retry-After` (A-330).',
    '5/s',
    '100/m',
  ),
  at: described(
    v.optional(v.picklist(['before', 'after'])),
    '`before` (by default) or `after` the handler has done its work and before the answer leaves.',
    'after',
  ),
})

const when = refusingUnitText(conditions)

export type When = v.InferInput<typeof when>
export interface WhenSchema extends v.GenericSchema<When> {}

export const whenSchema: WhenSchema = when

/** `{ chaos: { rate: '5%' } }` */
export interface ChaosAction {
  readonly chaos: Chaos
}

const chaosAction = fields({ chaos: chaosSchema }) as unknown as v.GenericSchema<ChaosAction>

/** `{ under: { limits: { orgs_per_user: 1 } } }` */
export interface UnderAction {
  readonly under: Rules
}

const underAction = fields({
  under: described(
    rulesSchema,
    'Settings under which the request is answered, and the work that it begins done. Other requests are not.',
    { otherwise: ['A-38/1'] },
    { default_limit: 10, limits: { orgs_per_user: 1 } },
  ),
}) as unknown as v.GenericSchema<UnderAction>

export type Action = Fault | ChaosAction | UnderAction | Change
interface ActionSchema extends v.GenericSchema<Action> {}

const action: ActionSchema = keyed([...faultSchemas, chaosAction, underAction, ...changes], 'fault or change')

export const actionSchema: ActionSchema = refusingMeant(action, 'an object', meantAction)

/** The action that was meant by a text that is only its name. */
function meantAction(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\w+$/.test(value)) return undefined
  if (v.is(action, { [value]: true })) return `{ ${value}: true }`
  const { issues = [] } = v.safeParse(action, { [value]: null })
  const isName = !issues.some(({ type }) => String(type) === 'keyed')
  return isName ? `{ ${value}: … }` : undefined
}

/** Maximum of values in the actions of a trigger, which may run at each request. */
const MAX_DONE = 5_000

/** One action, or several in order. */
const actions = refusingMeant(
  atMostValues(MAX_DONE, v.union([v.pipe(v.array(actionSchema), v.minLength(1)), actionSchema])),
  'an object',
  meantAction,
)

export const actionsSchema: v.GenericSchema<Action | Action[]> = actions

const triggerName = described(text, 'How reports call it.')
const optional = described(v.boolean(), 'A replay or a test in which this trigger never fires is fine.', true)
const enabled = described(v.boolean(), 'With `false` it is switched off: it neither matches nor fires.', false)

const trigger = fields({
  name: v.optional(triggerName),
  when: described(whenSchema, 'All that is given must hold; at least `endpoint` or `command`.'),
  do: described(actions, 'Faults and changes, in order.', [{ delay: '300ms' }, { fail: { error: 'internal_error' } }]),
  optional: v.optional(optional),
  enabled: v.optional(enabled),
})

export type Trigger = v.InferInput<typeof trigger>
export interface TriggerSchema extends v.GenericSchema<Trigger> {}

export const triggerSchema: TriggerSchema = refusingMeant(trigger, 'an object', (value) => {
  const when = meantUnit(value, 'endpoint', 'command')
  return when && `{ when: ${when}, do: { fail: { status: 503 } } }`
})

/** Changes of a trigger: given fields replace its own, null removes optional ones. */
const changesOfTrigger = fields({
  name: v.nullish(triggerName),
  when: v.optional(whenSchema),
  do: v.optional(actions),
  optional: v.nullish(optional),
  enabled: v.nullish(enabled),
  place: v.optional(described(positive, 'Position among the triggers, from 1; the last one for any beyond it.', 1)),
})

export type TriggerChanges = v.InferInput<typeof changesOfTrigger>
export interface TriggerChangesSchema extends v.GenericSchema<TriggerChanges> {}

export const triggerChangesSchema: TriggerChangesSchema = changesOfTrigger
