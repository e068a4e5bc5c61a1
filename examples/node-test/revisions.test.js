import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createEmulator } from 'svc-emulator'
import { startServer } from 'svc-emulator/server'
import { revisions } from './revisions.js'

const start = createEmulator()

/** A server with a world of its own for one test; `t.after` closes it. No mock: whatever opens a connection reaches it. */
async function serve(t) {
  const server = await startServer({ emulator: start.fork() })
  t.after(() => server.close())
  return server
}

describe('walking through revisions', { concurrency: true }, () => {
  test('a reader meets short and empty pages, and goes on', async (t) => {
    const { url, emulator } = await serve(t)
    const numbers = []
    for await (const { number } of revisions(url, 'acme/weights', { key: 'svc-key-ben-admin' })) numbers.push(number)
    assert.deepEqual(numbers, [2, 1])
    assert.ok(
      emulator.coverage().clauses.items.find(({ id }) => id === 'pagination.empty-page-is-not-the-end').count > 0,
    )
  })

  test('a writer sees drafts too', async (t) => {
    const { url } = await serve(t)
    const numbers = []
    for await (const { number } of revisions(url, 'acme/weights', { key: 'svc-key-ada-admin' })) numbers.push(number)
    assert.deepEqual(numbers, [4, 3, 2, 1])
  })

  test('a refusal ends the walk with its code', async (t) => {
    const { url } = await serve(t)
    await assert.rejects(
      async () => {
        for await (const _ of revisions(url, 'acme/nothing', { key: 'svc-key-ada-admin' }));
      },
      { code: 'blob_not_found' },
    )
  })
})

let shared
before(async () => {
  shared = await startServer()
})
after(() => shared.close())

test('one server, a world for each test', async () => {
  const worlds = await Promise.all(
    [1, 2].map(async () => (await fetch(`${shared.controlUrl}/worlds`, { method: 'POST' })).json()),
  )
  const headers = { 'X-API-Key': 'svc-key-ada-admin' }
  assert.equal((await fetch(`${worlds[0].base_url}/orgs/acme`, { method: 'DELETE', headers })).status, 200)
  assert.equal((await fetch(`${worlds[0].base_url}/orgs/acme`, { headers })).status, 404)
  assert.equal((await fetch(`${worlds[1].base_url}/orgs/acme`, { headers })).status, 200)
})
