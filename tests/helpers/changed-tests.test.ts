import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readImports, unitLists, findTests, listTests, type Imports } from './changed-tests.ts'

const imports: Imports = new Map([
  ['emulator/service/catalog.ts', ['emulator/service/users/get-user.ts', 'emulator/service/orgs/get-org.ts']],
  ['emulator/service/users/get-user.ts', ['emulator/service/users/users.ts']],
  ['emulator/service/orgs/get-org.ts', []],
  ['emulator/service/users/users.ts', []],
  ['emulator/host.ts', ['emulator/service/catalog.ts']],
  ['emulator/service/users/get-user.test.ts', ['emulator/host.ts']],
  ['emulator/service/users/get-user.property.test.ts', ['emulator/host.ts']],
  ['emulator/service/users/users.test.ts', ['emulator/service/users/users.ts']],
  ['emulator/service/orgs/get-org.test.ts', ['emulator/host.ts']],
  ['tests/every-unit.test.ts', ['emulator/service/catalog.ts', 'emulator/host.ts']],
])
const ofGetUser = ['emulator/service/users/get-user.test.ts', 'emulator/service/users/get-user.property.test.ts']
const tables = 'emulator/engine/world/tables'
const ofAllUnits = 'tests/every-unit.test.ts'

describe('the tests of a change', () => {
  it.each([
    [
      'of a unit are those beside it, and those that import the list of all units themselves',
      'emulator/service/users/get-user.ts',
      [...ofGetUser, ofAllUnits],
    ],
    [
      'of what a unit imports are its own and those of the unit',
      'emulator/service/users/users.ts',
      [...ofGetUser, 'emulator/service/users/users.test.ts', ofAllUnits],
    ],
    [
      'of what every emulator imports are all',
      'emulator/host.ts',
      [...ofGetUser, 'emulator/service/orgs/get-org.test.ts', ofAllUnits],
    ],
    ['of a list are those that import it themselves', 'emulator/service/catalog.ts', [ofAllUnits]],
    ['of a test are itself', 'emulator/service/orgs/get-org.test.ts', ['emulator/service/orgs/get-org.test.ts']],
    ['of what nothing imports are none', 'README.md', []],
  ])('%s', (_, changed, tests) => {
    expect(findTests([changed], imports)).toEqual(tests)
  })
})

it.each(unitLists)('every unit of %s stands in a file with a test beside it', (list) => {
  const imported = Array.from(readFileSync(list, 'utf8').matchAll(/^import (?!type).* from '(\.\/.*)\.ts'$/gm))
  expect(imported.length).toBeGreaterThan(15)
  const files = imported.map(([, path = '']) => join(dirname(list), path))
  expect(files.filter((file) => !existsSync(`${file}.test.ts`))).toEqual([])
})

it('reads what every test of the project imports, and chooses few of them for a table', async () => {
  const tests = listTests()
  const imports = await readImports(tests)
  expect(tests.filter((file) => !imports.has(file))).toEqual([])
  for (const name of readdirSync(tables).filter((file) => !/\.test\.ts$|^(fields|index|pending)\.ts$/.test(file)))
    expect(findTests([join(tables, name)], imports).length, name).toBeLessThan(100)
  expect(imports.get('emulator/engine/checking/near-miss.test.ts')).toEqual(['emulator/engine/checking/near-miss.ts'])
})
