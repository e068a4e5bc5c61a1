import { expect, it } from 'vitest'
import { inspecting } from './testing.ts'

const open = inspecting()

it('a held request stands at the top, and is answered, failed or lost from there', async () => {
  const inspected = await open()
  const { page, server } = inspected
  await inspected.at('')
  const gate = server.emulator.hold('GET /users/me', { name: 'profile' })
  const held = page.getByRole('region', { name: 'Held requests' })
  const first = inspected.api('/users/me')
  await gate.arrived()
  await held.getByText('ada waits at profile').waitFor()
  await inspected.line().getByText('(held)').waitFor()
  await held.getByRole('button', { name: 'Answer' }).click()
  expect((await first).status).toBe(200)
  await inspected.line().getByText('200').waitFor()
  const second = inspected.api('/users/me')
  await gate.arrived(2)
  await held.getByLabel('Fail').selectOption('500 internal_error')
  expect((await second).status).toBe(500)
  const third = inspected.api('/users/me').then(
    () => 'answered',
    () => 'lost',
  )
  await gate.arrived(3)
  await held.getByRole('button', { name: 'Lose' }).click()
  expect(await third).toBe('lost')
  await held.waitFor({ state: 'detached' })
  expect(inspected.wrong).toEqual([])
})

it('the next request like an entry is held by the trigger that its form is filled in with', async () => {
  const inspected = await open()
  const { page, server } = inspected
  await inspected.make('one')
  await inspected.at('#/timeline/1')
  await page.getByLabel('Next time').selectOption('it is held')
  await page.getByText('Hold the next POST /orgs').first().waitFor()
  await page.getByRole('button', { name: 'Add trigger' }).click()
  await page.getByText('The trigger is active.').waitFor()
  expect(server.emulator.triggers.list()).toMatchObject([
    {
      trigger: {
        when: { endpoint: 'POST /orgs', caller: 'ada', params: { name: 'one', alias: 'one' }, first: 1 },
        do: [{ hold: 'next' }],
      },
    },
  ])
  const answer = inspected.make('one')
  await inspected.at('#/timeline')
  await page.getByRole('button', { name: 'Answer' }).click()
  expect((await answer).status).toBe(409)
  expect(inspected.wrong).toEqual([])
})
