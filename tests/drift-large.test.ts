/**
 * Runs that take many seconds each: probes that ask about megabytes, and whole runs with the facts of the one before.
 */
import { describe, expect, it } from 'vitest'
import { expectFacts } from './helpers/drift-facts.ts'
import { driftFrom, leftOrgs, withVerdict } from './helpers/drift.ts'

describe('probes that are asked for with `large`', () => {
  const large = { large: true }

  it.each(['pagination.unpaginated.cut-is-silent', 'pagination.unpaginated.blobs-filter-after-cut'])(
    'reach %s, and contradict nothing',
    async (clause) => {
      const { report, emulator } = await driftFrom({ seed: 9 }, large)
      expect(withVerdict(report, 'held')).toContain(clause)
      expect([...withVerdict(report, 'contradicted'), ...withVerdict(report, 'undecided')]).toEqual([])
      expect(leftOrgs(emulator)).toEqual([])
    },
  )

  it('find the limits of pages and of whole listings', () =>
    expectFacts({ default_limit: 80, maximum_limit: 1_000, unpaginated_bytes: 1_000_000 }, true))

  it('are told the sentence of a listing that is whole', async () => {
    const mutant = 'pagination.unpaginated.single-page-of-1mb'
    const { report } = await driftFrom({ broken: [mutant] }, large)
    const found = report.clauses.filter(({ verdict }) => verdict === 'contradicted')
    expect(found.filter(({ id, oneOf = [id] }) => oneOf[0] === id).map(({ id }) => id)).toEqual([mutant])
  })
})

it('finds what a service decides in its own way, and contradicts nothing with it', () =>
  expectFacts({
    statuses: { user_not_found: 410, alias_taken: 400, session_not_found: 410, invalid_limit: 422 },
    limits: { orgs_per_user: 77, api_keys_per_target: 31, members_per_target: 8, graph_depth: 3 },
    default_limit: 20,
    maximum_limit: 120,
    trailing_page: false,
    operation_ms: 5_000,
    node_ms: 750,
  }))
