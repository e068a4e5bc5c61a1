import { describe, expect, it } from 'vitest'
import { driftFrom } from '../../../tests/helpers/drift.ts'
import type { Fact, FactsDocument } from '../../host/facts/facts.ts'
import { listFacts } from './drift-findings.ts'

const proposed = (facts: readonly Fact[]) => facts.flatMap(({ alternative = [] }) => alternative)

/** Alternatives with the probes that meet their rows. */
const decided: readonly (readonly [alternative: string, ...probes: string[]])[] = [
  ['A-20/1', 'keys'],
  ['A-21/1', 'blobs'],
  ['A-45/1', 'keys'],
]

describe('a service that decided otherwise', () => {
  it.each(decided)(
    'by %s gets it as a fact, and does not differ from a twin with this fact',
    async (alternative, ...probes) => {
      const { report } = await driftFrom({ settings: { otherwise: [alternative] } }, { probes })
      expect(proposed(report.facts)).toEqual([alternative])
      const fact = report.facts.find((each) => each.alternative === alternative)!
      expect(listFacts(report.facts)[0]).toBe(
        `fact, ${fact.assumption}: otherwise, ${alternative}: ${String(fact.observed)} (${fact.exchange})`,
      )
      const facts: FactsDocument = { facts: 1, observations: [fact] }
      const again = await driftFrom({ settings: { otherwise: [alternative] } }, { probes, facts })
      expect(proposed(again.report.facts)).toEqual([])
      expect(again.report.facts.filter(({ assumption }) => assumption === fact.assumption)).toEqual([
        expect.objectContaining({ observed: 'as assumed' }),
      ])
    },
  )

  it('gets no such fact if it follows the assumptions', async () => {
    const { report } = await driftFrom({ seed: 77 }, { probes: ['blobs', 'identity', 'keys'] })
    expect(proposed(report.facts)).toEqual([])
  })
})
