import * as v from 'valibot'
import { call } from './call.ts'
import { historyEntries, stampSchema } from '../../engine/checking/contract-stamp.ts'

const part = v.strictObject({
  total: v.number(),
  exercised: v.number(),
  items: v.array(v.strictObject({ id: v.string(), count: v.number() })),
})

export const listClauses = call({
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
        says: v.string(),
        was: v.pipe(v.array(v.string()), v.description('Earlier ids that became part of this one.')),
        otherwise: v.pipe(
          v.array(v.strictObject({ id: v.string(), says: v.string(), asks: v.string() })),
          v.description('How else a service could have decided, and the question to its owners.'),
        ),
        unobservable: v.optional(v.string()),
        observed: v.optional(
          v.pipe(
            v.strictObject({ on: v.string(), differs: v.array(v.string()) }),
            v.description('When facts about a service settled it, and the known differences. Absent: it is assumed.'),
          ),
        ),
      }),
    ),
  }),
})

export const getCoverage = call({
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
  returns: v.strictObject({
    contract: stampSchema,
    clauses: part,
    client: v.optional(
      v.pipe(
        part,
        v.description(
          'Clauses about the client and the worker, which an emulator does not see. Absent up to release 1.0.0.',
        ),
      ),
    ),
    assumptions: part,
  }),
})
