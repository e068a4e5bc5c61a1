import { describe, expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { controlOf } from '../../../tests/helpers/control.ts'

describe('GET /export', () => {
  it('answers the whole state, which another emulator starts from', async () => {
    const control = controlOf({ seed: 3 })
    await control.post('/state/users', { alias: 'eve' })
    const { status, body } = await control.get('/export')
    expect(status).toBe(200)
    expect(createEmulator({ state: body }).export()).toEqual(control.emulator.export())
  })
})

describe('an export of one of several worlds', () => {
  it('names what it does not hold', async () => {
    const control = controlOf()
    const leftOut = async (path: string) =>
      (await control.emulator.fetch(`${path}/__emulator/export`, { headers: { host: '127.0.0.1' } })).headers.get(
        'x-svc-left-out',
      )
    expect(await leftOut('')).toBeNull()
    for (const name of ['mia', 'leo']) await control.put(`/worlds/${name}`, {})
    await control.post('/snapshots', { name: 'base' })
    expect([await leftOut(''), await leftOut('/w/mia')]).toEqual(['2 further worlds and 1 snapshot', '1 further world'])
  })
})

describe('PUT /export', () => {
  it('takes the main world of what --state keeps, and says so', async () => {
    const lines: string[] = []
    const control = controlOf({ warn: (line) => void lines.push(line) })
    const state = { ...control.emulator.export(), server: { main: { snapshots: [{}] }, worlds: [{}] } }
    expect((await control.put('/export', state)).status).toBe(200)
    expect(lines).toEqual([
      'PUT /export takes the main world of the state, and leaves out 1 further world and 1 snapshot',
    ])
  })

  it('replaces the whole state, seed and clock too', async () => {
    const other = controlOf({ seed: 42, start: '2040-05-05T00:00:00Z' })
    await other.post('/state/users', { alias: 'eve' })
    const control = controlOf()
    const exported = (await other.get('/export')).body
    expect((await control.put('/export', exported)).body).toMatchObject({
      status: 'ok',
      seed: 42,
      now: '2040-05-05T00:00:00.000Z',
    })
    expect(control.emulator.export()).toEqual(exported)
    const next = () => control.post('/state/users', { alias: 'zoe' })
    expect((await next()).body.record.id).toBe((await other.post('/state/users', { alias: 'zoe' })).body.record.id)
  })

  it.each([
    ['nothing', {}],
    ['a later version', { svc_emulator_state: 99 }],
    [
      'a trigger that is none',
      {
        triggers: {
          next: 2,
          entries: [{ id: 'trigger-1', trigger: { when: 1 }, matched: 0, fired: 0, problem: null }],
        },
      },
    ],
    ['a table of no world', { tables: { nothing: [] } }],
    ['a record of the wrong shape', { tables: { users: [[0, { id: 'x' }]] } }],
  ])('with %s changes nothing', async (_, change) => {
    const control = controlOf()
    const before = control.emulator.export()
    const reply = await control.put('/export', Object.keys(change).length === 0 ? {} : { ...before, ...change })
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    expect(control.emulator.export()).toEqual(before)
  })
})

describe('POST /reset', () => {
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
      {
        error: 'invalid_request',
        message: `${method} ${path} takes no body; the one that was sent would have no effect.`,
      },
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
    expect((await control.get('/journal')).body.entries).toMatchObject([
      { via: 'control', did: 'control: POST /reset' },
    ])
    expect((await control.get('/triggers')).body.triggers).toEqual([])
    expect((await control.get('/coverage')).body.clauses.exercised).toBe(0)
  })
})
