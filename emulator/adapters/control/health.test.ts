import { expect, it } from 'vitest'
import { VERSION } from '../../contract/version.ts'
import { RunOptions } from '../../host/kept/run-options.ts'
import { ServerSaving } from '../../host/kept/server-saving.ts'
import { hostOf, instanceOf } from '../../host/instance-of.ts'
import { createEmulator } from '../create-emulator.ts'
import { describeHealth } from './health.ts'
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

it('says that the state cannot be written, while it cannot', async () => {
  const emulator = createEmulator()
  const saving = new ServerSaving(instanceOf(emulator), new RunOptions({}))
  hostOf(emulator).saving = saving
  saving.noteSave('the disk is full')
  expect(describeHealth({ emulator })).toMatchObject({ status: 'ok', not_saved: true })
  saving.noteSave(undefined)
  expect(describeHealth({ emulator })).not.toHaveProperty('not_saved')
})
