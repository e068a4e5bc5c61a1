/** Actions of an agent, and what it observes. */
import * as v from 'valibot'
import { dictionary } from '../../engine/checking/dictionary.ts'
import { boundedParse } from '../../engine/checking/bounded-parse.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { problemsFrom } from '../../engine/checking/issues.ts'
import { keyed } from '../../engine/checking/keyed.ts'
import { fields } from '../../engine/checking/strict.ts'
import { callOutcome, httpOutcome, type CallOutcome, type HttpOutcome } from '../outcome.ts'
import type { Caller } from '../schema-steps.ts'
import { DEFAULT_TIMEOUT_MS } from '../steps/http-step.ts'
import type { Session } from '../steps/session.ts'

/** Clients of OpenEnv send it with each action. */
const metadata = v.optional(dictionary(v.string(), v.unknown()))

const request = fields({
  path: v.pipe(v.string(), v.regex(/^\//, 'expected a path of the API, such as /users/me')),
  method: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]+$/, 'expected a method in capitals, such as GET'))),
  headers: v.optional(dictionary(v.string(), v.string())),
  body: v.optional(v.unknown()),
  metadata,
})
const call = fields({
  command: v.pipe(v.string(), v.regex(/^\w+\.\w+$/, 'expected `engine.command`, such as workflow.list_sessions')),
  params: v.optional(dictionary(v.string(), v.unknown())),
  metadata,
})
const actionSchema = keyed([request, call], 'action')

/** A request (`GET` by default), or a call of a command over the socket. */
export type Action = v.InferInput<typeof actionSchema>
export type Observation = Omit<HttpOutcome, 'bytes'> | Omit<CallOutcome, 'answers' | 'strays'>

/**
 * Performs an action of an agent that has the credentials of `as`; headers may hold others. Throws `EmulatorError`, and
 * sends nothing, where it is none.
 */
export async function perform(given: unknown, session: Session, as: Caller): Promise<Observation> {
  const action = checked(given)
  if ('command' in action) {
    const link = await session.link(session.credentials(as), DEFAULT_TIMEOUT_MS)
    const patience = { timeout: DEFAULT_TIMEOUT_MS, answers: 1, strays: 0 }
    const {
      answers: _,
      strays: _strays,
      ...outcome
    } = callOutcome(await link.call(action.command, action.params ?? {}, patience))
    return outcome
  }
  const { method = 'GET', path, headers = {}, body } = action
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const answer = await session.target.request({
    method,
    path: path.replace(/^\/v1(?=\/)/, ''),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...('x-api-key' in own || 'authorization' in own ? {} : session.credentials(as)),
      ...own,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    timeout: DEFAULT_TIMEOUT_MS,
  })
  const { bytes: _, text, ...outcome } = httpOutcome(answer)
  return 'body' in outcome || text === undefined ? outcome : { ...outcome, text }
}

/** Models of Python write null for a field that is not given. */
function checked(given: unknown): Action {
  const action = isObject(given) ? Object.fromEntries(Object.entries(given).filter(([, each]) => each !== null)) : given
  const parsed = boundedParse(actionSchema, action)
  if (parsed.success) return parsed.output
  throw new EmulatorError(problemsFrom(parsed, actionSchema))
}
