import { expect, it } from 'vitest'
import { createEmulator } from '../../index.ts'
import { ControlClient, ControlRefusal } from './control-client.ts'

const client = (token?: string) => {
  const emulator = createEmulator()
  const sent: RequestInit[] = []
  const control = new ControlClient('http://emulator/__emulator/', {
    token,
    fetch(url, init) {
      sent.push(init)
      return emulator.fetch(url, init)
    },
  })
  return { control, sent }
}

it('gives the JSON of an answer, and the text of what is none', async () => {
  const { control } = client()
  expect(await control.send('POST /clock', { body: { advance: '1h' } })).toEqual({ now: '2026-01-01T01:00:00.000Z' })
  expect(await control.request('GET /state/:table/:id', { params: { table: 'users', id: 'ada' } })).toMatchObject({
    status: 200,
    body: { record: { alias: 'ada' } },
  })
  expect((await control.request('GET /journal.scenario', { query: { format: 'yaml' } })).body).toContain('scenario: 1')
})

it('throws what was refused, with its code', async () => {
  const { control } = client()
  const refused = await control
    .send('GET /state/:table/:id', { params: { table: 'users', id: 'nobody' } })
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ControlRefusal)
  expect(refused).toMatchObject({
    code: 'record_not_found',
    message: "the emulator refuses GET /state/users/nobody: The table 'users' holds no record 'nobody'.",
  })
  expect(await control.request('GET /state/:table/:id', { params: { table: 'users', id: 'nobody' } })).toMatchObject({
    status: 404,
    body: { error: 'record_not_found' },
  })
})

it('says that a server is no emulator, or hides its control API', async () => {
  const control = new ControlClient('http://service/__emulator', {
    fetch: async () => new Response('<h1>Not found</h1>', { status: 404, headers: { 'content-type': 'text/html' } }),
  })
  await expect(control.send('GET /export')).rejects.toThrow(
    'no control API of an emulator is there: GET /export is answered with 404',
  )
})

it('sends the token, and a content type only with a body', async () => {
  const { control, sent } = client('secret')
  await control.request('GET /health')
  await control.request('POST /clock', { body: { advance: 1 } })
  expect(sent.map(({ headers }) => headers)).toEqual([
    { 'x-emulator-token': 'secret' },
    { 'x-emulator-token': 'secret', 'content-type': 'application/json' },
  ])
})
