import { expect, it } from 'vitest'
import { clauseIds } from '../../emulator/contract/clauses.ts'
import { readSources } from '../mutants/edits.ts'
import { breakSources, readBreakages } from './breakages.ts'

const breakages = readBreakages()

it('finds the place of each breakage once, wherever the code moved', () => {
  const sources = readSources()
  const lost = breakages.flatMap((breakage) => {
    try {
      breakSources([breakage], sources)
      return []
    } catch (error) {
      return [(error as Error).message]
    }
  })
  expect(lost).toEqual([])
})

it('keeps fifty-one breakages with names of their own, each of a sentence of the contract', () => {
  expect(new Set(breakages.map(({ name }) => name)).size).toBe(51)
  const sentences = new Set<string>(clauseIds)
  const named = breakages.flatMap(({ breaks, also = [] }) => [breaks, ...also])
  expect(named.filter((id) => !sentences.has(id))).toEqual([])
})
