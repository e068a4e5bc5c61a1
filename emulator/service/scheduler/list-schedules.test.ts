import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

it('lists enabled and disabled ones, newest first', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  const { schedules } = await commands.ask('scheduler.list_schedules', { org_id: 'acme' })
  expect(schedules.slice(0, 2)).toMatchObject([
    { alias: 'every-12', enabled: false },
    { alias: 'every-11', enabled: true },
  ])
})
