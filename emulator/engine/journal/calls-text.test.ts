import { expect, it } from 'vitest'
import { createEmulator } from '../../host/emulator.ts'
import { listCalls } from './calls-text.ts'

/** Calls of a client that creates, reads and lists, in a world of this seed. */
async function calls(seed: number, retries = 0): Promise<readonly string[]> {
  const emulator = createEmulator({ seed })
  const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
  const ask = async (method: string, path: string, body?: object) =>
    (await emulator.fetch(`/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })).json()
  emulator.triggers.add({ when: { endpoint: 'GET /users/me', nth: 1 }, do: { fail: { error: 'internal_error' } } })
  for (let n = 0; n < 2 + retries; n++) await ask('GET', '/users/me')
  const made = [await ask('POST', '/orgs', { name: 'One' }), await ask('POST', '/orgs', { name: 'Two' })]
  const ids = made.map((answer) => (answer as { org: { id: string } }).org.id)
  for (const id of [ids[1], ids[0], ids[1]]) await ask('GET', `/orgs/${id}`)
  await ask('GET', '/nowhere')
  const minted = await ask('POST', '/api-keys/target/user/me', { role: 'read' })
  await ask('DELETE', `/api-keys/${(minted as { api_key: { id: string } }).api_key.id}`)
  return listCalls(emulator.journal, '/v1').calls
}

it('lists calls in order, with ids by their role', async () => {
  expect(await calls(1)).toEqual([
    'GET /users/me x2 500 internal_error, 200',
    'POST /orgs x2 200',
    'GET /orgs/<org 1> x1 200',
    'GET /orgs/<org 2> x1 200',
    'GET /orgs/<org 1> x1 200',
    'GET /nowhere x1 404 endpoint_not_found',
    'POST /api-keys/target/user/me x1 200',
    'DELETE /api-keys/<api-key 1> x1 200',
  ])
})

it('is equal for each seed, and shows a retry that was added as one changed line', async () => {
  const before = await calls(1)
  expect(await calls(7)).toEqual(before)
  const after = await calls(1, 2)
  expect(after.filter((line, n) => line !== before[n])).toEqual(['GET /users/me x4 500 internal_error, 200 (3)'])
})
