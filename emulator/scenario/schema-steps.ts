/** Steps that `replay` plays and checks. `start` ignores them. */
import * as v from 'valibot'
import { dictionary } from '../engine/checking/dictionary.ts'
import { keyed } from '../engine/checking/keyed.ts'
import { refusing, refusingMeant } from '../engine/checking/refusing.ts'
import { fields } from '../engine/checking/strict.ts'
import { meantUnit, refuseEndpoint, refuseNearEndpoint } from '../engine/matching/meant-unit.ts'
import { changeSchema, described, duration, record, text, timestamp } from '../engine/matching/schema-common.ts'
import { callExpect, httpExpect } from '../engine/matching/schema-expect.ts'
import { awaitStep, releaseStep, type AwaitStep, type ReleaseStep } from './schema-gate-steps.ts'
import { runStep, type RunStep } from './schema-run-step.ts'
import { callerSchema, common, repeat, save, wait, within } from './schema-step-parts.ts'

export { callerSchema, type Caller } from './schema-step-parts.ts'
export type { RunStep } from './schema-run-step.ts'
export type { AwaitStep, ReleaseStep } from './schema-gate-steps.ts'

export const httpStep = described(
  fields({
    ...common,
    http: described(
      refusing(
        v.pipe(v.string(), v.regex(/^[A-Z]+ \/\S*$/, 'expected `METHOD /path`, such as `GET /users/me`')),
        refuseNearEndpoint,
      ),
      'Method and path below the API URL; the path may hold a query and `${variable}`s.',
      'GET /users/me',
      'POST /revisions/${id}/reset',
    ),
    as: v.optional(callerSchema),
    headers: v.optional(
      described(dictionary(v.string(), v.string()), 'Further request headers.', { 'content-type': 'text/plain' }),
    ),
    query: v.optional(
      described(
        dictionary(v.string(), v.union([v.string(), v.number(), v.boolean()])),
        'Query parameters, encoded for you.',
        { limit: 10 },
      ),
    ),
    body: v.optional(described(v.unknown(), 'Sent as JSON.')),
    text: v.optional(described(v.string(), 'Sent as it is, instead of `body`.', '{"half')),
    base64: v.optional(
      described(
        v.pipe(v.string(), v.regex(/^(?:[\dA-Za-z+/]{4})*(?:[\dA-Za-z+/]{2}==|[\dA-Za-z+/]{3}=)?$/, 'expected base64')),
        'Bytes to send, instead of `body`.',
      ),
    ),
    wait,
    repeat,
    within,
    expect: v.optional(described(httpExpect, 'What must come back; without it the answer must be a success.')),
    save,
  }),
  'Sends a REST request.',
)

export const callStep = described(
  fields({
    ...common,
    call: described(
      refusing(
        v.pipe(
          v.string(),
          v.regex(/^[a-z_]+\.[a-z_]+$/, 'expected `engine.command`, such as `workflow.list_sessions`'),
        ),
        refuseEndpoint,
      ),
      'Engine and command.',
      'workflow.list_sessions',
    ),
    params: v.optional(described(record, 'Parameters by name.', { org_id: 'acme' })),
    via: v.optional(described(v.picklist(['socket', 'http']), 'The transport; `socket` by default.')),
    as: v.optional(callerSchema),
    socket: v.optional(described(text, 'Name of the connection, for more than one per caller.', 'second')),
    notify: v.optional(
      described(v.literal(true), 'Sends a notification: a call without an id. An answer to it is an unexpected frame.'),
    ),
    wait,
    repeat,
    within,
    expect: v.optional(described(callExpect, 'What must come back; without it the answer must be a success.')),
    save,
  }),
  'Calls a command, over the socket by default. Each caller has a connection of its own, opened when first needed.',
)

export const changeStep = described(
  fields({
    ...common,
    change: described(
      v.union([changeSchema, v.array(changeSchema)]),
      'Changes the world behind the API. Only an emulator can; other targets skip it by name.',
      { delete: { sessions: '${cursor}' } },
    ),
  }),
  'Changes the world.',
)

export const clockStep = described(
  fields({
    ...common,
    clock: described(
      v.union([fields({ advance: duration }), fields({ set: timestamp })]),
      'Moves world time forward. Only an emulator can; other targets skip it by name.',
      { advance: '1h' },
    ),
  }),
  'Moves world time.',
)

export type HttpStep = v.InferInput<typeof httpStep>
export type CallStep = v.InferInput<typeof callStep>
export type ChangeStep = v.InferInput<typeof changeStep>
export type ClockStep = v.InferInput<typeof clockStep>
export type Step = HttpStep | CallStep | ChangeStep | ClockStep | RunStep | ReleaseStep | AwaitStep
export interface StepSchema extends v.GenericSchema<Step> {}

export const stepSchema: StepSchema = refusingMeant(
  keyed([httpStep, callStep, changeStep, clockStep, runStep, releaseStep, awaitStep], 'step'),
  'an object',
  (value) => meantUnit(value, 'http', 'call'),
)
