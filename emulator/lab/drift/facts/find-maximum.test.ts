import { expect, it } from 'vitest'
import { createEmulator } from '../../../index.ts'
import type { AskedRequest, ObservedExchange } from '../asked.ts'
import type { Observation } from '../observation.ts'
import { findMaximumLimit } from './find-maximum.ts'

const caller = { name: 'main', credentials: { 'x-api-key': 'svc-key-ada-admin' } }
const headers = { 'content-type': 'application/json' }

function list(limit: number): AskedRequest {
  const body = JSON.stringify({ session_id: 'run-01', limit })
  return { via: 'http', probe: 'test', caller, method: 'POST', path: '/workflow/list_session_events', headers, body }
}

async function find(maximum: number, limits: readonly number[]): Promise<readonly number[]> {
  const emulator = createEmulator({ settings: { maximum_limit: maximum } })
  const asked: number[] = []
  const ask = async (request: AskedRequest): Promise<Observation> => {
    const { path, method, body } = request as Extract<AskedRequest, { via: 'http' }>
    asked.push((JSON.parse(String(body)) as { limit: number }).limit)
    const init = { method, body: String(body), headers: { ...headers, ...caller.credentials } }
    const response = await emulator.fetch(`/v1${path}`, init)
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { kind: 'http', status: response.status, headers: Object.fromEntries(response.headers), bytes }
  }
  const exchanges: ObservedExchange[] = []
  for (const [n, limit] of limits.entries())
    exchanges.push({ number: n + 1, asked: list(limit), observation: await ask(list(limit)) })
  await findMaximumLimit(exchanges, ask)
  return asked.slice(limits.length)
}

it.each([1, 7, 20, 120, 199, 200, 201, 300, 1_000, 5_000, 65_536])('closes in on a maximum of %i', async (maximum) => {
  const asked = await find(maximum, [1, 100_000_000])
  expect(asked.length).toBeLessThan(40)
  const sure = [1, ...asked].toSorted((a, b) => a - b)
  expect(sure.findLast((limit) => limit <= maximum)).toBe(maximum)
  expect([...sure, 100_000_000].find((limit) => limit > maximum)).toBe(maximum + 1)
})

it('sends two requests if the maximum is the assumed one', async () => {
  expect(await find(200, [5, 100_000_000])).toEqual([200, 201])
})

it('sends nothing if all limits were accepted, or all refused', async () => {
  expect(await find(200, [5, 100])).toEqual([])
  expect(await find(200, [500, 1_000])).toEqual([])
})
