import * as v from 'valibot'
import { control } from './definition.ts'

const part = v.strictObject({
  total: v.number(),
  exercised: v.number(),
  items: v.array(v.strictObject({ id: v.string(), count: v.number() })),
})

export const getCoverage = control({
  method: 'GET',
  path: '/coverage',
  name: 'get_coverage',
  summary:
    'How often each clause and assumption decided an answer of this world since its start, or of all worlds ever.',
  query: {
    scope: v.optional(
      v.pipe(
        v.picklist(['world', 'all']),
        v.description('`all`: every world of this server, also before resets and of worlds that are gone.'),
      ),
    ),
  },
  returns: v.strictObject({ clauses: part, assumptions: part }),
  handle: ({ emulator, site, query }) => (query.scope === 'all' ? site.coverage() : emulator.coverage()),
})
