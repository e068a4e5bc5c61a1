import { expect, it } from 'vitest'
import { controlOf } from './testing.ts'

it('restores records, ids, clock, triggers, journal and coverage', async () => {
  const control = controlOf()
  const start = control.emulator.export()
  await control.post('/clock', { advance: '1h' })
  await control.post('/state/users', { alias: 'eve' })
  await control.post('/triggers', { when: { endpoint: '*' }, do: [{ delay: '1ms' }] })
  await control.api('GET', '/users/me')
  expect(await control.post('/reset')).toMatchObject({ status: 200, body: { status: 'ok', now: '2026-01-01T00:00:00.000Z' } })
  expect(control.emulator.export()).toEqual(start)
  expect((await control.get('/journal')).body.entries).toEqual([])
  expect((await control.get('/triggers')).body.triggers).toEqual([])
  expect((await control.get('/coverage')).body.clauses.exercised).toBe(0)
})
