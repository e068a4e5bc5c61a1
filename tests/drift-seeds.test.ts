/** A service that keeps the contract is told nothing, however it fills what the specification leaves open. */
import { expect, it } from 'vitest'
import { driftFrom, withVerdict } from './helpers/drift.ts'

it('contradicts nothing for forty seeds of what is unspecified', async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const { report } = await driftFrom({ seed, settings: { unspecified: 'vary', otherwise: [] } })
    expect(withVerdict(report, 'contradicted'), `seed ${seed}`).toEqual([])
  }
})
