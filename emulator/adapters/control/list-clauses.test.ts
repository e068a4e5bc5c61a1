import { expect, it } from 'vitest'
import { clauses } from '../../contract/clauses.ts'
import { controlOf } from '../../../tests/helpers/control.ts'

it('answers the whole contract', async () => {
  const { body } = await controlOf().get('/clauses')
  expect(body.clauses).toHaveLength(clauses.length)
  expect(body.clauses[0]).toEqual(clauses[0])
  expect(body.assumptions[0]).toMatchObject({ id: 'A-1', statement: expect.any(String) })
})
