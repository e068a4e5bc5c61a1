import { describe, expect, it } from 'vitest'
import { driftFrom } from '../../../tests/helpers/drift.ts'
import { alternatives } from '../../contract/variants.ts'
import type { When } from '../../engine/triggers/schema.ts'
import { isAnswered, type Fact, type FactsDocument } from '../../host/facts/facts.ts'
import { listFacts } from './drift-findings.ts'

const proposed = (facts: readonly Fact[]) => facts.flatMap(({ alternative = [] }) => alternative)

/** Alternatives with the probes that meet their rows. */
const decided: readonly (readonly [alternative: string, ...probes: string[]])[] = [
  ['A-20/1', 'keys'],
  ['A-21/1', 'blobs'],
  ['A-45/1', 'keys'],
]

/** Alternatives that one of several units follows, with the probes that ask them. */
const inOneUnit: readonly (readonly [alternative: string, unit: string, ...probes: string[]])[] = [
  ['A-349/1', 'GET /blobs/:org_id/:blob_id/revisions', 'blobs'],
  ['A-20/1', 'GET /api-keys/target/:target/:target_id', 'keys'],
  ['A-45/1', 'POST /users', 'identity'],
]

const on = (unit: string) => ({ endpoint: unit }) as When

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
      expect(again.report.facts.filter(({ assumption }) => assumption === fact.assumption)).toEqual([fact])
    },
  )

  it('gets no such fact if it follows the assumptions', async () => {
    const { report } = await driftFrom({ seed: 77 }, { probes: ['blobs', 'identity', 'keys'] })
    expect(proposed(report.facts)).toEqual([])
  })

  it.each(inOneUnit)(
    'by %s in %s alone gets it said of this unit, and nothing as assumed there',
    async (...planted) => {
      const [alternative = '', unit = '', ...probes] = planted
      const { report } = await driftFrom(
        {},
        {
          probes,
          prepare: ({ triggers }) => void triggers.add({ when: on(unit), do: { under: { otherwise: [alternative] } } }),
        },
      )
      const assumption = alternative.split('/')[0]
      const facts = report.facts.filter((fact) => fact.assumption === assumption && fact.setting === undefined)
      expect(facts).toEqual([expect.objectContaining({ units: [unit], assumed: 'one rule' })])
      expect(facts[0]!.observed).toMatch(`varies: ${alternative} in ${unit}; as assumed in `)
      expect(listFacts(facts)[0]).toMatch(`fact, ${assumption}: varies: ${alternative} in ${unit}; `)
      const by = alternatives.find(({ id }) => id === alternative)!
      expect(isAnswered(by, { facts: 1, observations: report.facts }, new Set([unit]))).toBe(false)
    },
  )

  it('is not said to show every write at once, which no number of reads shows', async () => {
    const { report } = await driftFrom({}, { probes: ['keys'] })
    expect(report.facts.filter(({ assumption }) => assumption === 'A-99')).toEqual([])
  })
})
