import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

const nothing = { world: [], inserted: [], changed: [], deleted: [] }

describe('POST /diff', () => {
  it('tells a snapshot from now, and two snapshots from each other', async () => {
    const control = controlOf()
    await control.post('/snapshots', { name: 'before' })
    expect((await control.post('/diff', { a: { snapshot: 'before' } })).body).toEqual(nothing)
    await control.api('POST', '/blobs/acme', { alias: 'made', type: 'text' })
    await control.post('/snapshots', { name: 'after' })
    const { status, body } = await control.post('/diff', { a: { snapshot: 'before' }, b: { snapshot: 'after' } })
    expect(status).toBe(200)
    expect(body.inserted).toContainEqual(
      expect.objectContaining({ table: 'blobs', record: expect.objectContaining({ alias: 'made' }) }),
    )
    expect(body.world).toEqual([{ field: 'now', before: expect.any(String), after: expect.any(String) }])
    expect((await control.post('/diff', { a: { snapshot: 'before' } })).body).toEqual(body)
  })

  it('tells worlds, moments and exported states apart', async () => {
    const control = controlOf({ trace: true })
    await control.post('/worlds')
    const { body: state } = await control.get('/export')
    await control.api('PATCH', '/users/me', { name: 'Countess' })
    const changed = [expect.objectContaining({ fields: [{ field: 'name', before: 'Ada', after: 'Countess' }] })]
    for (const a of [{ world: 'w1' }, { state }, { entry: 1, when: 'before' }])
      expect((await control.post('/diff', { a })).body, JSON.stringify(a).slice(0, 50)).toMatchObject({ changed })
    expect((await control.post('/diff', { a: { world: 'w1' }, b: { state } })).body).toEqual(nothing)
  })

  it.each([
    [{ a: { snapshot: 'befor' } }, 404, 'snapshot_not_found', "did you mean 'before'?"],
    [{ a: { world: 'w9' } }, 404, 'world_not_found', "There is no world 'w9'"],
    [{ a: { entry: 1 } }, 404, 'entry_not_found', ''],
    [{ a: { state: {} } }, 400, 'invalid_request', 'svc_emulator_state'],
    [{}, 400, 'invalid_request', 'a: missing'],
  ])('refuses %j', async (body, status, error, text) => {
    const control = controlOf()
    await control.post('/snapshots', { name: 'before' })
    const answer = await control.post('/diff', body)
    expect(answer).toMatchObject({ status, body: { error, message: expect.stringContaining(text) } })
  })
})
