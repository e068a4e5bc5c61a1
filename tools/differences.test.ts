import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { assumptions } from '../emulator/contract/assumptions.ts'
import { differencesFile, withTables } from './differences.ts'

it('the page lists the contract as it is (npx tsx tools/differences.ts writes it)', () => {
  const page = readFileSync(differencesFile, 'utf8')
  expect(page).toBe(withTables(page))
})

it('has one row for each assumption, each of three cells', () => {
  const rows = withTables(readFileSync(differencesFile, 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('| <a id="a-'))
  expect(rows.map((row) => /A-\d+/.exec(row)?.[0])).toEqual(assumptions.map(({ id }) => id))
  expect(rows.filter((row) => row.replaceAll('\\|', '').split('|').length !== 5)).toEqual([])
})

it('names what the page lacks', () => {
  expect(() => withTables('# A page')).toThrow('the page lacks the comments clauses:begin and clauses:end')
})
