import * as v from 'valibot'
import { assumptions } from '../../contract/assumptions.ts'
import { clauses } from '../../contract/clauses.ts'
import { control } from './definition.ts'

export const listClauses = control({
  method: 'GET',
  path: '/clauses',
  name: 'list_clauses',
  summary: 'The contract: every clause of the specification, and every assumption on what it leaves open.',
  returns: v.strictObject({
    clauses: v.array(v.strictObject({ id: v.string(), section: v.string(), wire: v.string(), statement: v.string() })),
    assumptions: v.array(v.strictObject({ id: v.string(), title: v.string(), statement: v.string() })),
  }),
  handle: () => ({ clauses, assumptions }),
})
