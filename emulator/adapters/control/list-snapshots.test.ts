import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

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
