import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

it.each([
  ['POST', '/reset'],
  ['DELETE', '/journal'],
] as const)('%s %s refuses a body, which would do nothing, and takes an empty object', async (method, path) => {
  const control = controlOf()
  await control.post('/state/users', { alias: 'eve' })
  const send = (body: string) =>
    control.emulator.fetch(`http://127.0.0.1:4010/__emulator${path}`, {
      method,
      body,
      headers: { 'content-type': 'application/json' },
    })
  const refused = await send('{"scenario": "flaky-identity"}')
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { error: 'invalid_request', message: `${method} ${path} takes no body; what was sent would do nothing.` },
  ])
  expect(control.emulator.world.users.get('eve')).toBeDefined()
  expect((await send(' {}\n')).status).toBe(200)
})

it('restores records, ids, clock, triggers, journal and coverage', async () => {
  const control = controlOf()
  const start = control.emulator.export()
  await control.post('/clock', { advance: '1h' })
  await control.post('/state/users', { alias: 'eve' })
  await control.post('/triggers', { when: { endpoint: '*' }, do: [{ delay: '1ms' }] })
  await control.api('GET', '/users/me')
  expect(await control.post('/reset')).toMatchObject({
    status: 200,
    body: { status: 'ok', now: '2026-01-01T00:00:00.000Z' },
  })
  expect(control.emulator.export()).toEqual(start)
  expect((await control.get('/journal')).body.entries).toEqual([])
  expect((await control.get('/triggers')).body.triggers).toEqual([])
  expect((await control.get('/coverage')).body.clauses.exercised).toBe(0)
})
