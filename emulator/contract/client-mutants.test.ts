import { expect, it } from 'vitest'
import { clauses } from './clauses.ts'
import { clientMutantRows, clientMutants } from './client-mutants.ts'
import { mutants } from './mutants.ts'

const ofTheClient = clauses.filter(({ wire }) => wire === 'client').map(({ id }) => id as string)

it('every clause of the client can be broken, or says why nothing shows it', () => {
  expect(ofTheClient.filter((id) => clientMutantRows[id] === undefined)).toEqual([])
})

it('breaks no clause that there is not', () => {
  expect(Object.keys(clientMutantRows).filter((id) => !ofTheClient.includes(id))).toEqual([])
})

it('has an id for each mutant, which none of the service has', () => {
  const ids = [...mutants, ...clientMutants].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

it('replaces texts by expressions that can be read', () => {
  for (const { id, by } of clientMutants) {
    const edits = by.mutator === 'text' || by.mutator === 'prompt' || by.mutator === 'store' ? by.edits : []
    for (const [from] of edits) expect(() => new RegExp(from, 'gm'), id).not.toThrow()
  }
})
