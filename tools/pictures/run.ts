import type { Emulator } from '../../emulator/index.ts'

const ada = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }

/** A run in which there is something to see: it is the same each time. */
export async function runForPictures(emulator: Emulator): Promise<void> {
  const send = (method: string, path: string, body?: unknown) =>
    emulator.fetch(`/v1${path}`, { method, headers: ada, ...(body !== undefined && { body: JSON.stringify(body) }) })
  await send('GET', '/users/me')
  await send('POST', '/orgs', { name: 'Analytical Engines', alias: 'engines' })
  await send('PATCH', '/users/me', { name: 'Countess of Lovelace' })
  await send('POST', '/orgs', { name: 'Analytical Engines', alias: 'engines' })
  await send('DELETE', '/orgs/acme')
  await send('GET', '/user/me')
  emulator.triggers.add({
    name: 'outage',
    when: { endpoint: 'GET /orgs/:org_id', first: 1 },
    do: [{ fail: { status: 503, body: 'upstream down' } }],
  })
  await send('GET', '/orgs/engines')
  await send('GET', '/orgs/engines')
  await send('POST', '/blobs/engines', { alias: 'logs', type: 'text' })
  emulator.clock.advance('10s')
  await send('GET', '/blobs/engines/logs')
}
