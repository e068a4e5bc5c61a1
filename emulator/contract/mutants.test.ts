import { expect, it } from 'vitest'
import { clauses } from './clauses.ts'
import { mutantRows, mutants } from './mutants.ts'

const ofTheService = clauses.filter(({ wire }) => wire !== 'client').map(({ id }) => id as string)

it('every clause of the service can be broken, or says why nothing shows it', () => {
  expect(ofTheService.filter((id) => mutantRows[id] === undefined)).toEqual([])
})

it('breaks no clause that there is not', () => {
  expect(Object.keys(mutantRows).filter((id) => !ofTheService.includes(id))).toEqual([])
})

it('has an id for each mutant', () => {
  const ids = mutants.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})
