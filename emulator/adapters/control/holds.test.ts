import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

const when = { endpoint: 'GET /users/me' }

it('a gate is opened, waited for, and lets requests go with faults', async () => {
  const control = controlOf()
  const opened = await control.post('/holds', { when, name: 'profile' })
  expect(opened).toMatchObject({
    status: 201,
    body: { hold: { id: 'gate-1', name: 'profile', when, arrived: 0, held: [] } },
  })
  const waiting = control.get('/holds/profile?arrived=2&wait=1h')
  const answers = [control.api('GET', '/users/me'), control.api('GET', '/users/me')]
  expect((await waiting).body).toMatchObject({ hold: { arrived: 2, held: [1, 2] } })
  expect((await control.get('/journal')).body.entries).toMatchObject([{ delivery: 'held' }, { delivery: 'held' }])
  const release = await control.post('/holds/gate-1/release', { do: { fail: { status: 503 } } })
  expect(release.body).toMatchObject({ hold: { arrived: 2, held: [2] } })
  await control.post('/holds/gate-1/release', { all: true })
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([503, 200])
  expect((await control.get('/holds')).body.holds).toMatchObject([{ id: 'gate-1', held: [] }])
})

it('a gate that is removed lets go what it holds', async () => {
  const control = controlOf()
  await control.post('/holds', { when })
  await control.post('/holds', { when: { command: '*' } })
  const answer = control.api('GET', '/users/me')
  await control.get('/holds/gate-1?arrived=1&wait=1h')
  expect((await control.delete('/holds/gate-1')).body).toEqual({ deleted: 1 })
  expect((await answer).status).toBe(200)
  expect((await control.delete('/holds')).body).toEqual({ deleted: 1 })
  expect((await control.get('/holds')).body).toEqual({ holds: [] })
})

it('what cannot be is refused', async () => {
  const control = controlOf()
  expect(await control.post('/holds', { when: { endpoint: 'GET /user/me' } })).toMatchObject({
    status: 400,
    body: { problems: [{ path: ['when', 'endpoint'] }] },
  })
  await control.post('/holds', { when })
  expect(await control.get('/holds/other')).toMatchObject({
    status: 404,
    body: { error: 'hold_not_found', message: "There is no gate 'other'; GET /holds lists those there are." },
  })
  expect(await control.get('/holds/gate-1?arrived=1&wait=soon')).toMatchObject({
    status: 400,
    body: { message: "wait: expected a duration such as 300ms or 10s, got 'soon'" },
  })
  expect(await control.post('/holds/gate-1/release', {})).toMatchObject({
    status: 409,
    body: {
      error: 'nothing_held',
      message: "'gate-1' holds no request; GET /holds/gate-1?arrived=1&wait=10s waits for one.",
    },
  })
  const answer = control.api('GET', '/users/me')
  await control.get('/holds/gate-1?arrived=1&wait=1h')
  expect(await control.post('/holds/gate-1/release', { do: { abort: true } })).toMatchObject({
    status: 400,
    body: { problems: [{ path: ['do', 'abort'] }] },
  })
  await control.post('/holds/gate-1/release', {})
  expect((await answer).status).toBe(200)
})
