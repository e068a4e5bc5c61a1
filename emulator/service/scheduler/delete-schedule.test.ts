import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

it('ends its firings and keeps the executions that it started', async () => {
  const { api, emulator } = direct()
  const commands = new Commands(api, 'http')
  await commands.ask('scheduler.delete_schedule', { schedule_id: 'every-01' })
  expect(emulator.world.firings.size).toBe(0)
  expect(emulator.world.executions.size).toBe(13)
  emulator.clock.advance('90m')
  expect(emulator.world.firings.size).toBe(0)
})

it('needs admin', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  expect(
    await commands.call('scheduler.delete_schedule', { schedule_id: 'every-01' }, 'svc-key-bot-write'),
  ).toMatchObject({ error: 'forbidden' })
})
