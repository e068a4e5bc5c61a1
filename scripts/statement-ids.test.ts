import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { idsFile, statementIdsModule } from './statement-ids.ts'

it('the ids apart from the prose are current (npx tsx scripts/statement-ids.ts writes them)', () => {
  expect(readFileSync(idsFile, 'utf8')).toBe(statementIdsModule())
})
