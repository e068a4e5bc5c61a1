import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

it('another period counts from now; another alias changes nothing else', async () => {
  const { api, emulator } = direct()
  const commands = new Commands(api, 'http')
  const fired = () => emulator.world.firings.list({ schedule_id: emulator.world.schedules.get('faster')!.id }).length
  emulator.clock.advance('30m')
  await commands.ask('scheduler.update_schedule', { schedule_id: 'every-02', alias: 'faster' })
  emulator.clock.advance('89m')
  expect(fired()).toBe(0)
  await commands.ask('scheduler.update_schedule', { schedule_id: 'faster', every_seconds: 120 })
  emulator.clock.advance(119_998)
  expect(fired()).toBe(0)
  emulator.clock.advance('2m')
  expect(fired()).toBe(1)
})

it('an arranged change counts as well', async () => {
  const { api, emulator } = direct()
  emulator.world.schedules.update('every-01', { enabled: false })
  emulator.clock.advance('5h')
  expect(emulator.world.firings.list({ schedule_id: emulator.world.schedules.get('every-01')!.id })).toHaveLength(11)
  expect(api).toBeDefined()
})
