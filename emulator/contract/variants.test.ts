import { expect, it } from 'vitest'
import { clauses } from './clauses.ts'
import { mutants } from './variants.ts'

it('breaks every clause of the service, and none of the client', () => {
  const served = clauses.filter(({ wire }) => wire !== 'client').map(({ id }) => id as string)
  expect([...new Set(mutants.map(({ statement }) => statement))]).toEqual(served)
})

it('has an id for each mutant', () => {
  const ids = mutants.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})
