import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

const admin = 'svc-key-ada-admin'

it('fires for the first time one period after it was made', async () => {
  const { api, emulator } = direct()
  const commands = new Commands(api, 'http')
  await commands.ask('scheduler.create_schedule', {
    org_id: 'acme',
    alias: 'minutely',
    definition_id: 'report',
    every_seconds: 60,
  })
  const fired = () => emulator.world.firings.list({ schedule_id: emulator.world.schedules.get('minutely')!.id }).length
  emulator.clock.advance(59_998)
  expect(fired()).toBe(0)
  emulator.clock.advance(1)
  expect(fired()).toBe(1)
})

it('refuses a definition of another organization', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  const reply = await commands.call(
    'scheduler.create_schedule',
    { org_id: 'ada-lab', definition_id: 'ingest', every_seconds: 60 },
    admin,
  )
  expect(reply).toMatchObject({ error: 'invalid_request_body' })
})
