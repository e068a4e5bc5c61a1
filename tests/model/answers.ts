/** Answers of the model, request by request. */
import type { Ask, Handler } from './answer.ts'
import { access } from './answers-access.ts'
import { blobs } from './answers-blobs.ts'
import { orgs } from './answers-orgs.ts'
import { revisions } from './answers-revisions.ts'
import { sessions } from './answers-sessions.ts'
import { randomlyMade } from './fresh.ts'
import { advance, authenticate, Refusal, type Fields, type State } from './reference.ts'

export interface Answer {
  readonly status: number
  readonly body: Fields
}

const handlers: Readonly<Record<string, Handler>> = { ...orgs, ...blobs, ...revisions, ...access, ...sessions }

export const units = Object.keys(handlers)

/**
 * Answers a request and changes the state as the service would; a refused one changes nothing. `real`: the answer that ids are taken from.
 * `upgrade`: a socket was refused, so that no command came.
 */
export function answer(state: State, ask: Ask, real: Fields, upgrade: boolean): Answer {
  const before = structuredClone(state)
  try {
    if (upgrade) authenticate(state, ask.secret)
    // A fault comes before anything else is looked at.
    const failed = fault(state, ask.unit)
    if (failed !== undefined) return failed
    const body = handlers[ask.unit]!(state, authenticate(state, ask.secret), ask, randomlyMade(state, real))
    // A request that writes takes a millisecond.
    if (JSON.stringify(before.tables) !== JSON.stringify(state.tables) || writesAnyway(ask)) advance(state, 1)
    return { status: 200, body: { status: 'success', ...body } }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    Object.assign(state, before, { triggers: state.triggers })
    return {
      status: error.status,
      body: { status: 'failure', error: error.code, ...(error.limit !== undefined && { limit: error.limit }) },
    }
  }
}

/** A write is one also where it puts what was there already. */
function writesAnyway({ unit, body }: Ask): boolean {
  if (unit === 'workflow.update_session') return body['alias'] !== undefined
  return unit.startsWith('PATCH') || unit.startsWith('PUT') ? Object.keys(body).length > 0 : false
}

function fault(state: State, unit: string): Answer | undefined {
  const statuses: Readonly<Record<string, number>> = { internal_error: 500, forbidden: 403 }
  let found: Answer | undefined
  for (const trigger of state.triggers.filter(({ operation }) => operation === unit)) {
    trigger.matched++
    if (trigger.matched === trigger.nth)
      found ??= { status: statuses[trigger.error]!, body: { status: 'failure', error: trigger.error } }
  }
  return found
}
