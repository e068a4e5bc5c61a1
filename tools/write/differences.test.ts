import { expect, it } from 'vitest'
import { assumptions } from '../../emulator/contract/assumptions.ts'
import { readText } from '../write.ts'
import { withTables } from './differences.ts'

it('has one row for each assumption, each of three cells', () => {
  const rows = withTables(readText('docs/differences-from-the-real-service.md'))
    .split('\n')
    .filter((line) => line.startsWith('| <a id="a-'))
  expect(rows.map((row) => /A-\d+/.exec(row)?.[0])).toEqual(assumptions.map(({ id }) => id))
  expect(rows.filter((row) => row.replaceAll('\\|', '').split('|').length !== 5)).toEqual([])
})

it('names what the page lacks', () => {
  expect(() => withTables('# A page')).toThrow('the page lacks the comments clauses:begin and clauses:end')
})
