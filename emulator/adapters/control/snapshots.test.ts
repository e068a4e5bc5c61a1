import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'
import { instanceOf } from '../../host/instance-of.ts'

describe('GET /snapshots', () => {
  it('lists snapshots with their world time', async () => {
    const control = controlOf()
    expect((await control.get('/snapshots')).body).toEqual({ snapshots: [] })
    await control.post('/snapshots', { name: 'before' })
    await control.post('/clock', { advance: '1s' })
    await control.post('/snapshots')
    expect((await control.get('/snapshots')).body.snapshots).toEqual([
      { name: 'before', now: '2026-01-01T00:00:00.000Z' },
      { name: 'snapshot-2', now: '2026-01-01T00:00:01.000Z' },
    ])
  })
})

describe('POST /snapshots', () => {
  it('keeps the state under a name, and replaces what had it', async () => {
    const control = controlOf()
    expect(await control.post('/snapshots', { name: 'a.b-c_1' })).toMatchObject({
      status: 201,
      body: { name: 'a.b-c_1' },
    })
    await control.post('/state/users', { alias: 'eve' })
    await control.post('/snapshots', { name: 'a.b-c_1' })
    await control.post('/reset')
    await control.post('/snapshots/a.b-c_1/restore')
    expect(control.emulator.world.users.get('eve')).toBeDefined()
  })

  it('replaces one where no further one has room', async () => {
    const control = controlOf({ bounds: { snapshots: 1 } })
    await control.post('/snapshots', { name: 'only' })
    expect((await control.post('/snapshots', { name: 'another' })).status).not.toBe(201)
    expect((await control.post('/snapshots', { name: 'only' })).status).toBe(201)
  })

  it.each(['', '../x', '.hidden', 'a/b', 'x'.repeat(101), 'a b', 7, null])('refuses the name %j', async (name) => {
    const control = controlOf()
    expect((await control.post('/snapshots', { name })).status).toBe(400)
    expect(instanceOf(control.emulator).snapshots.size).toBe(0)
  })
})

describe('POST /snapshots/:name/restore', () => {
  it('goes back to records, ids, clock and triggers, as often as wanted', async () => {
    const control = controlOf()
    await control.post('/snapshots', { name: 'here' })
    const before = control.emulator.export()
    for (let round = 0; round < 2; round++) {
      await control.post('/state/users', { alias: 'eve' })
      await control.post('/clock', { advance: '1h' })
      await control.post('/triggers', { when: { endpoint: '*' }, do: [{ drop: true }] })
      expect(control.emulator.export()).not.toEqual(before)
      expect((await control.post('/snapshots/here/restore')).body.now).toBe('2026-01-01T00:00:00.000Z')
      expect(control.emulator.export()).toEqual(before)
    }
  })

  it('names the snapshot that was probably meant', async () => {
    const control = controlOf()
    await control.post('/snapshots', { name: 'before' })
    expect(await control.post('/snapshots/befor/restore')).toMatchObject({
      status: 404,
      body: { error: 'snapshot_not_found', message: "There is no snapshot 'befor', did you mean 'before'?" },
    })
    expect((await control.post('/snapshots/..%2f..%2fetc/restore')).status).toBe(404)
  })
})

describe('GET /snapshots/:name', () => {
  it('answers a snapshot as a state', async () => {
    const control = controlOf({ seed: 3 })
    await control.post('/snapshots', { name: 'before' })
    const state = control.emulator.export()
    await control.post('/state/users', { alias: 'eve' })
    expect((await control.get('/snapshots/before')).body).toEqual(JSON.parse(JSON.stringify(state)))
    expect((await control.get('/snapshots/befor')).body.message).toContain("did you mean 'before'?")
  })
})

describe('DELETE /snapshots/:name', () => {
  it('forgets a snapshot and no other', async () => {
    const control = controlOf()
    await control.post('/snapshots', { name: 'here' })
    await control.post('/snapshots', { name: 'there' })
    expect(await control.delete('/snapshots/here')).toMatchObject({ status: 200, body: { deleted: 'here' } })
    expect((await control.get('/snapshots')).body.snapshots).toMatchObject([{ name: 'there' }])
    expect((await control.delete('/snapshots/here')).status).toBe(404)
  })

  it('names the snapshot that was probably meant', async () => {
    const control = controlOf()
    await control.post('/snapshots', { name: 'before' })
    expect((await control.delete('/snapshots/befor')).body.message).toBe(
      "There is no snapshot 'befor', did you mean 'before'?",
    )
  })
})
