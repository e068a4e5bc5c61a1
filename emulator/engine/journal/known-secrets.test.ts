import { expect, it } from 'vitest'
import { createEmulator } from '../../index.ts'

const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }

const ask = (emulator: ReturnType<typeof createEmulator>, method: string, path: string, body?: object, more = {}) =>
  emulator.fetch(`/v1${path}`, {
    method,
    headers: { ...headers, ...more },
    ...(body && { body: JSON.stringify(body) }),
  })

/** All that the journal shows, and all that is made of it. */
async function shown(emulator: ReturnType<typeof createEmulator>): Promise<string> {
  const har = await (await emulator.fetch('/__emulator/journal.har')).text()
  const { near_misses: near } = emulator.journal.verify({ endpoint: 'DELETE /orgs/:org_id' })
  return JSON.stringify([emulator.journal.timeline(), near]) + har
}

it.each([
  ['a key of the world that nobody used', 'svc-key-ben-admin', undefined],
  ['a key that was refused', 'live_9f8e7d6c5b4a', { 'x-api-key': 'live_9f8e7d6c5b4a' }],
  ['a token', 'ey.Jhb.Gci-_', { authorization: 'Bearer ey.Jhb.Gci-_' }],
  ['basic credentials', 'YWRhOnBhNTV3b3Jk', { authorization: 'Basic YWRhOnBhNTV3b3Jk' }],
])('hides %s wherever it turns up', async (_what, secret, sent) => {
  const emulator = createEmulator()
  await ask(emulator, 'GET', '/users/me', undefined, sent)
  await ask(emulator, 'GET', `/users/${secret}`)
  await ask(emulator, 'GET', `/users/me?note=${secret}&x=a%20${secret}`, undefined, { 'x-note': `with ${secret}.` })
  await ask(emulator, 'POST', '/orgs', { name: `Of ${secret}`, [secret]: 1 })
  await ask(emulator, 'POST', '/orgs', { name: [secret] })
  emulator.world.orgs.insert({ alias: 'made', name: `For ${secret}` })
  const text = await shown(emulator)
  expect(text.includes(secret) ? text.slice(text.indexOf(secret) - 200, text.indexOf(secret) + 60) : '').toBe('')
  expect(text).toContain('/v1/users/[redacted]')
})

it('hides secrets that an answer held, and values that were stored, also once they are gone', async () => {
  const emulator = createEmulator()
  const minted = (await (await ask(emulator, 'POST', '/api-keys/target/user/me', { role: 'read' })).json()) as {
    api_key: { id: string; key: string }
  }
  const value = 'pass "word" / of=Zo\u00eb'
  await ask(emulator, 'POST', '/credentials/target/org/acme', { name: 'registry', value })
  await ask(emulator, 'DELETE', `/api-keys/${minted.api_key.id}`)
  await ask(emulator, 'GET', `/users/${minted.api_key.key}`)
  await ask(emulator, 'GET', `/users/${encodeURIComponent(value)}`)
  await ask(emulator, 'POST', '/orgs', { name: value })
  const text = await shown(emulator)
  for (const secret of [minted.api_key.key, value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)])
    expect(text.includes(secret) ? text.slice(text.indexOf(secret) - 200, text.indexOf(secret) + 60) : '').toBe('')
})

it('leaves words alone that are no secrets', async () => {
  const emulator = createEmulator()
  await ask(emulator, 'GET', '/users/build-bot', undefined, { 'x-api-key': 'bot' })
  expect(emulator.journal.entries()[0]).toMatchObject({ request: { url: '/v1/users/build-bot' } })
})
