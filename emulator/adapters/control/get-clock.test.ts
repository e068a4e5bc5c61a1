import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

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
