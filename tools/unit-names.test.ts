import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { namesFile, unitNamesModule } from './unit-names.ts'

it('the names of endpoints and commands are current (npx tsx tools/unit-names.ts writes them)', () => {
  expect(readFileSync(namesFile, 'utf8')).toBe(unitNamesModule())
})
