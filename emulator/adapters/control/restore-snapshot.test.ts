import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

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
