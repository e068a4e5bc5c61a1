/** The schemas of triggers with what each field means. */
import { keyed } from '../checking/keyed.ts'
import { faultSchemas } from '../faults/registry.ts'
import { describedChanges } from '../matching/described-changes.ts'
import { describedFields } from '../matching/described-fields.ts'
import {
  actionsOf,
  triggerSchema,
  whenSchema,
  type ActionSchema,
  type TriggerSchema,
  type WhenSchema,
} from './schema.ts'

export const describedWhen: WhenSchema = describedFields(whenSchema, {
  endpoint: [
    'Method and path. A path as written matches only itself (`GET /users/me`); the pattern of an endpoint (`GET /users/:user_id`) every request to it; `*` every endpoint.',
    'GET /users/me',
    'POST /revisions/:id/reset',
    '*',
  ],
  command: [
    'A command over either transport: `workflow.list_sessions`; `workflow.*` for an engine, `*` for all.',
    'workflow.list_sessions',
  ],
  via: ['Only over this transport.'],
  caller: ['Only when this user asks (alias or id).', 'ben'],
  params: [
    'Only when path parameters, query, body fields or command parameters match (as in `expect`).',
    { org_id: 'acme' },
  ],
  nth: ['Only the n-th match.', 2],
  every: ['Every n-th match.', 3],
  first: ['Only the first n matches.', 5],
  between: [
    'Two numbers: from that match to that one, both included. Two times: from that world time until before that one.',
    [2, 4],
    ['2026-01-01T01:00:00Z', '2026-01-01T02:00:00Z'],
  ],
  probability: ['By chance, drawn from the seed.', 0.1],
  at: ['`before` (by default) or `after` the handler has done its work and before the answer leaves.', 'after'],
})

export const describedAction: ActionSchema = keyed([...faultSchemas, ...describedChanges], 'fault or change')

export const describedTrigger: TriggerSchema = describedFields(
  triggerSchema,
  {
    name: ['How reports call it.'],
    when: ['All that is given must hold; at least `endpoint` or `command`.'],
    do: ['Faults and changes, in order.', [{ delay: '300ms' }, { fail: { error: 'internal_error' } }]],
    optional: ['A replay in which this trigger never fires is fine.', true],
  },
  { when: describedWhen, do: actionsOf(describedAction) },
)
