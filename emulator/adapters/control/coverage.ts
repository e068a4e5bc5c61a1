import * as v from 'valibot'
import { assumptions } from '../../contract/assumptions.ts'
import { clauses } from '../../contract/clauses.ts'
import { contractStamp } from '../../contract/stamp.ts'
import { historyEntries, stampSchema } from '../../engine/checking/contract-stamp.ts'
import { hostOf } from '../../host/instance-of.ts'
import { control } from './definition.ts'

export const listClauses = control({
  method: 'GET',
  path: '/clauses',
  name: 'list_clauses',
  summary: 'The contract: every clause of the specification, and every assumption on what it leaves open.',
  returns: v.strictObject({
    contract: stampSchema,
    clauses: v.array(
      v.strictObject({
        id: v.string(),
        section: v.string(),
        wire: v.string(),
        statement: v.string(),
        ...historyEntries,
      }),
    ),
    assumptions: v.array(
      v.strictObject({
        id: v.string(),
        title: v.string(),
        statement: v.string(),
        observed: v.optional(
          v.pipe(
            v.strictObject({ on: v.string(), differs: v.array(v.string()) }),
            v.description('When facts about a service settled it, and the known differences. Absent: it is assumed.'),
          ),
        ),
      }),
    ),
  }),
  handle({ emulator }) {
    const { observed } = hostOf(emulator)
    const rows = assumptions.map((row) => {
      const { on, differs } = observed.get(row.id) ?? {}
      return on === undefined ? row : { ...row, observed: { on, differs: [...(differs ?? [])] } }
    })
    return { contract: contractStamp(), clauses, assumptions: rows }
  },
})

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
  returns: v.strictObject({ contract: stampSchema, clauses: part, assumptions: part }),
  handle: ({ emulator, site, query }) => (query.scope === 'all' ? site.coverage() : emulator.coverage()),
})
