import { expect, it } from 'vitest'
import { VERSION } from '../../contract/version.ts'
import { controlOf } from '../../../tests/helpers/control.ts'

it('says what it answers from', async () => {
  let now = 5_000
  const control = controlOf({ seed: 7, real: { now: () => now } })
  now += 250
  expect(await control.get('/health')).toMatchObject({
    status: 200,
    body: {
      status: 'ok',
      version: VERSION,
      scenario: 'starter',
      seed: 7,
      now: '2026-01-01T00:00:00.000Z',
      uptime_ms: 250,
    },
  })
})
