import { expect, it } from 'vitest'
import { createEmulator } from '../../../emulator/adapters/create-emulator.ts'
import { FIRST_UNIT, groupUnits, listCommands, listEndpoints, type OpenApi, type OpenRpc } from './units.ts'

const read = async (path: string) => (await createEmulator().fetch(`http://127.0.0.1/__emulator${path}`)).json()
const endpoints = listEndpoints((await read('/openapi.json')) as OpenApi)
const commands = listCommands((await read('/openrpc.json')) as OpenRpc)

it('groups endpoints by resource, begins with the users, and in each with what reads', () => {
  const groups = groupUnits(endpoints)
  expect([...groups.keys()][0]).toBe('users')
  expect(groups.get('users')![0]!.name).toBe(FIRST_UNIT)
  expect(groups.get('orgs')!.map(({ name }) => name.split(' ')[0])).toEqual([
    'GET',
    'GET',
    'GET',
    'POST',
    'DELETE',
    'PATCH',
  ])
  expect([...groups.values()].flat()).toHaveLength(endpoints.length)
})

it('groups commands by engine', () => {
  const groups = groupUnits(commands)
  expect([...groups.keys()]).toEqual(expect.arrayContaining(['scheduler', 'session', 'workflow']))
  for (const [name, units] of groups) for (const unit of units) expect(unit.name.startsWith(`${name}.`)).toBe(true)
})
