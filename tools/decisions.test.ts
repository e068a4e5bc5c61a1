import { expect, it } from 'vitest'
import { decisions } from '../emulator/contract/decisions.ts'
import { decisionRows } from './decisions.ts'

it('lists every decision by its title (npx tsx tools/decisions.ts writes the list)', () => {
  const titles = (rows: typeof decisions) => rows.map(({ id, title }) => `${id} ${title}`)
  expect(titles(decisions)).toEqual(titles(decisionRows()))
})

it('each decision has an id of its own from A-100 on, and a title', () => {
  const ids = decisions.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^A-[1-9]\d\d$/.test(id))).toEqual([])
  expect(decisions.filter(({ title }) => title.length < 5)).toEqual([])
})
