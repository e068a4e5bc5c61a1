import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  assumptionTitlesModule,
  idsFile,
  namesFile,
  statementIdsModule,
  statementNamesModule,
  titlesFile,
} from './statement-ids.ts'

it('the ids and titles apart from the prose are current (npx tsx tools/statement-ids.ts writes them)', () => {
  expect(readFileSync(idsFile, 'utf8')).toBe(statementIdsModule())
  expect(readFileSync(namesFile, 'utf8')).toBe(statementNamesModule())
  expect(readFileSync(titlesFile, 'utf8')).toBe(assumptionTitlesModule())
})
