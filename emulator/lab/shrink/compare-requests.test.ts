import { describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../host/emulator.ts'
import { compareRequests } from './compare-requests.ts'

type Asked = readonly [method: string, path: string, body?: object]

async function run(asked: readonly Asked[], seed = 1, arrange: (emulator: Emulator) => void = () => {}) {
  const emulator = createEmulator({ seed })
  arrange(emulator)
  const headers = { 'X-API-Key': 'svc-key-ada-admin', 'content-type': 'application/json' }
  for (const [method, path, body] of asked)
    await emulator.fetch(`/v1${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
  return emulator.journal.timeline()
}

const me: Asked = ['GET', '/users/me']
const create: Asked = ['POST', '/orgs', { alias: 'mine', name: 'Mine' }]
const org: Asked = ['GET', '/orgs/acme']

describe('the first request in which two runs differ', () => {
  it('is none for other ids and times', async () => {
    const asked = [me, create, ['GET', '/orgs/mine'], org] as const
    expect(compareRequests(await run(asked), await run(asked, 9))).toEqual({
      same: 4,
      requests: [4, 4],
      difference: null,
    })
  })

  it.each<[string, readonly Asked[], readonly Asked[], number, string]>([
    ['a retry', [me, create, org], [me, create, create, org], 2, 'POST /orgs twice instead of once'],
    ['fewer tries', [me, me, me, org], [me, org], 1, 'GET /users/me once instead of 3 times'],
    ['another request', [me, org], [me, ['GET', '/orgs/ada-lab']], 1, 'GET /orgs/ada-lab instead of GET /orgs/acme'],
    ['the end', [me, org], [me], 1, 'the end, where the first run asks GET /orgs/acme'],
    ['more at the end', [me], [me, org], 1, 'GET /orgs/acme, where the first run ends'],
    [
      'another body',
      [create],
      [['POST', '/orgs', { alias: 'mine', name: 'Ours' }]],
      0,
      'POST /orgs with another request: body.name: "Ours" instead of "Mine"',
    ],
    [
      'another query',
      [['GET', '/blobs/acme/weights/revisions?limit=2']],
      [['GET', '/blobs/acme/weights/revisions?limit=3']],
      0,
      'GET /blobs/acme/weights/revisions with another request: query: "limit=3" instead of "limit=2"',
    ],
  ])('is %s', async (_, first, second, same, what) => {
    expect(compareRequests(await run(first), await run(second, 4))).toMatchObject({ same, difference: { what } })
  })

  it('is another answer', async () => {
    const good = await run([me, org])
    const refused = await run([me, org], 1, ({ triggers }) =>
      triggers.add({ when: { endpoint: 'GET /orgs/acme' }, do: { fail: { error: 'internal_error' } } }),
    )
    expect(compareRequests(good, refused).difference).toEqual({
      entries: [2, 3],
      what: 'GET /orgs/acme is answered 500 internal_error instead of 200',
    })
    const renamed = await run([me, org], 1, ({ world }) => world.orgs.update('acme', { name: 'Other' }))
    expect(compareRequests(good, renamed).difference?.what).toBe(
      'GET /orgs/acme is answered otherwise: body.org.name: "Other" instead of "Acme"',
    )
  })
})
