import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

describe('PUT /export', () => {
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
