import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { namesFile, unitNamesModule } from './unit-names.ts'
import { summariesFile, summariesModule } from './unit-summaries.ts'

it('the names of endpoints and commands are current (npx tsx tools/unit-names.ts writes them)', () => {
  expect(readFileSync(namesFile, 'utf8')).toBe(unitNamesModule())
})

it('the summaries of the documents are the comments of the units', async () => {
  expect(readFileSync(summariesFile, 'utf8')).toBe(await summariesModule())
})
