import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { decisions } from '../emulator/contract/decisions.ts'
import { decisionsFile, decisionsModule } from './decisions.ts'

it('the list of decisions is current (npx tsx scripts/decisions.ts writes it)', () => {
  expect(readFileSync(decisionsFile, 'utf8')).toBe(decisionsModule())
})

it('each decision has an id of its own from A-100 on, and a title', () => {
  const ids = decisions.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^A-[1-9]\d\d$/.test(id))).toEqual([])
  expect(decisions.filter(({ title }) => title.length < 5)).toEqual([])
})
