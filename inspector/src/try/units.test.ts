import { expect, it } from 'vitest'
import { createEmulator } from '../../../emulator/adapters/create-emulator.ts'
import { EmulatorInPage } from '../in-page/emulator-in-page.ts'
import { FIRST_UNIT, fetchUnits, groupUnits } from './units.ts'

const { endpoints, commands } = await fetchUnits(new EmulatorInPage(createEmulator(), 'here').main)

it('groups endpoints by resource, begins with the users, and in each with what reads', () => {
  const groups = groupUnits(endpoints)
  expect([...groups.keys()][0]).toBe('users')
  expect(groups.get('users')![0]!.name).toBe(FIRST_UNIT)
  expect(groups.get('orgs')!.map(({ name }) => name.split(' ')[0])).toEqual([
    'GET',
    'GET',
    'GET',
    'POST',
    'PATCH',
    'DELETE',
  ])
  expect([...groups.values()].flat()).toHaveLength(endpoints.length)
})

it('groups commands by engine', () => {
  const groups = groupUnits(commands)
  expect([...groups.keys()]).toEqual(expect.arrayContaining(['scheduler', 'session', 'workflow']))
  for (const [name, units] of groups) for (const unit of units) expect(unit.name.startsWith(`${name}.`)).toBe(true)
})
