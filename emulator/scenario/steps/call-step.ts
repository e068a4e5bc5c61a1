import type { Difference } from '../../engine/matching/expect.ts'
import { callDifferences, callOutcome, callOutcomeOverHttp, type CallOutcome } from '../outcome.ts'
import type { CallStep } from '../schema-steps.ts'
import { DEFAULT_TIMEOUT_MS } from './http-step.ts'
import { callLines } from './lines.ts'
import type { Performed, Session } from './session.ts'
import { waitMs } from './wait-ms.ts'

/** Calls the command of a `call` step, over its caller's socket or over HTTP. */
export async function performCall(step: CallStep, session: Session): Promise<Performed> {
  const params = session.fill(step.params ?? {})
  const timeout = waitMs(step.timeout, DEFAULT_TIMEOUT_MS)
  if (step.notify) return notified(step, params, timeout, session)
  const expected = session.fill(step.expect)
  const outcome =
    step.via === 'http'
      ? await overHttp(step, params, timeout, session)
      : await overSocket(step, params, timeout, session)
  return {
    differences: [...callDifferences(expected, outcome), ...orderDifferences(step, session)],
    transcript: () => callLines(`${step.call}${step.via === 'http' ? ' over HTTP' : ''}`, params, outcome),
    outcome,
  }
}

/** Sends a notification, which has no answer to compare. */
async function notified(step: CallStep, params: unknown, timeout: number, session: Session): Promise<Performed> {
  const link = await session.link(session.credentials(step.as), timeout, step.socket)
  link.notify(step.call, params)
  return { differences: [], transcript: () => [`> ${step.call} (notification)`, JSON.stringify(params)] }
}

async function overHttp(step: CallStep, params: unknown, timeout: number, session: Session): Promise<CallOutcome> {
  const headers = { 'content-type': 'application/json', ...session.credentials(step.as) }
  const path = `/${step.call.replace('.', '/')}`
  return callOutcomeOverHttp(
    await session.target.request({ method: 'POST', path, headers, body: JSON.stringify(params), timeout }),
  )
}

async function overSocket(step: CallStep, params: unknown, timeout: number, session: Session): Promise<CallOutcome> {
  const credentials = session.credentials(step.as)
  const link = await session.link(credentials, timeout, step.socket)
  const { answers = 1, strays = 0, outcome } = step.expect ?? {}
  // An expected close comes after the answer, so the answer does not end the wait.
  const endless = outcome === 'closed' || outcome === 'no_answer' || step.expect?.close !== undefined
  const answer = await link.call(step.call, params, { timeout, answers: endless ? Infinity : answers, strays })
  if (step.name !== undefined) session.arrivals.set(step.name, answer.arrival)
  return callOutcome(answer)
}

function orderDifferences(step: CallStep, session: Session): Difference[] {
  const after = step.expect?.after
  if (after === undefined || step.name === undefined) return []
  const own = session.arrivals.get(step.name) ?? 0
  const other = session.arrivals.get(after)
  const fits = other !== undefined && other > 0 && other < own
  return fits
    ? []
    : [
        {
          path: ['after'],
          expected: `the answer of '${after}' first`,
          actual: `this one (frame ${own}, that one ${other ?? 'never'})`,
        },
      ]
}
