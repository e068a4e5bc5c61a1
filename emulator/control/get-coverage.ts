import * as v from 'valibot'
import { control } from './definition.ts'

const part = v.strictObject({
  total: v.number(), exercised: v.number(), items: v.array(v.strictObject({ id: v.string(), count: v.number() })),
})

export const getCoverage = control({
  method: 'GET',
  path: '/coverage',
  summary: 'How often each clause and assumption decided an answer of this world.',
  returns: v.strictObject({ clauses: part, assumptions: part }),
  handle: ({ emulator }) => emulator.coverage(),
})
