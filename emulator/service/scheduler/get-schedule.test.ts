import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

const admin = 'svc-key-ada-admin'

it('answers 404 for an unknown schedule', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  expect(await commands.call('scheduler.get_schedule', { schedule_id: 'every-99' }, admin)).toMatchObject({
    error: 'schedule_not_found',
  })
  expect((await commands.ask('scheduler.get_schedule', { schedule_id: 'every-03' })).schedule).toMatchObject({
    every_seconds: 10_800,
  })
})
