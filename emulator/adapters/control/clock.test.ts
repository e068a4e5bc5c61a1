import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

describe('GET /clock', () => {
  it('answers world time', async () => {
    expect((await controlOf({ start: '2031-02-03T04:05:06Z' }).get('/clock')).body).toEqual({
      now: '2031-02-03T04:05:06.000Z',
    })
  })

  it('follows a real clock', async () => {
    let now = 0
    const control = controlOf({ clock: 'real', real: { now: () => now } })
    now += 1_500
    expect((await control.get('/clock')).body).toEqual({ now: '2026-01-01T00:00:01.500Z' })
  })
})

describe('a world with a real clock', () => {
  it.each(['/state/blobs', '/export'])('has done what is due before GET %s answers', async (path) => {
    let now = 0
    const control = controlOf({ clock: 'real', real: { now: () => now } })
    await control.api('POST', '/blobs/acme', { alias: 'fresh', type: 'text' })
    const condition = async () =>
      /"alias":"fresh"[^}]*"condition":"(\w+)"/.exec(JSON.stringify((await control.get(path)).body))?.[1]
    expect(await condition()).toBe('creating')
    now += 2_000
    expect(await condition()).toBe('ready')
  })

  it('says in GET /health what time it is', async () => {
    let now = 0
    const control = controlOf({ clock: 'real', real: { now: () => now } })
    now += 2_000
    expect((await control.get('/health')).body).toMatchObject({ now: '2026-01-01T00:00:02.000Z' })
  })
})

describe('POST /clock', () => {
  it.each([
    [{ advance: '1h30m' }, '2026-01-01T01:30:00.000Z'],
    [{ advance: 250 }, '2026-01-01T00:00:00.250Z'],
    [{ set: '2026-02-01T00:00:00Z' }, '2026-02-01T00:00:00.000Z'],
    [{ set: '2026-01-01T00:00:00.000Z' }, '2026-01-01T00:00:00.000Z'],
    [{ set: '2026-01-01T02:00:00+01:00' }, '2026-01-01T01:00:00.000Z'],
  ])('%j', async (body, now) => {
    expect(await controlOf().post('/clock', body)).toMatchObject({ status: 200, body: { now } })
  })

  it('does what is due on the way', async () => {
    const control = controlOf()
    const { body } = await control.api('POST', '/blobs/acme', { alias: 'fresh', type: 'text' })
    expect(body.operation.status).toBe('running')
    await control.post('/clock', { advance: '2s' })
    expect((await control.api('GET', `/operations/${body.operation.id}`)).body.operation.status).toBe('succeeded')
  })

  it.each([
    [{ set: '2025-12-31T23:59:59Z' }, 'never moves back'],
    [{ set: 'tomorrow' }, 'expected an ISO 8601 time with its zone'],
    [{ advance: '-1h' }, 'expected milliseconds or text such as'],
    [{ advance: -5 }, 'expected milliseconds'],
    [{ advance: '999999d'.repeat(9) }, 'year 9999'],
    [{ advance: '1h', set: '2027-01-01T00:00:00Z' }, "set: cannot be combined with 'advance': give one of them"],
    [{ by: '1h' }, 'by: unknown field (known: advance, set)'],
    [{}, 'missing: one of the fields advance, set'],
  ])('refuses %j and stands still', async (body, message) => {
    const control = controlOf()
    const reply = await control.post('/clock', body)
    expect(reply.status).toBe(400)
    expect(reply.body.message).toContain(message)
    expect((await control.get('/clock')).body.now).toBe('2026-01-01T00:00:00.000Z')
  })
})
