import { beforeEach, describe, expect, it } from 'vitest'
import { explore } from '../../emulator/lab/index.ts'
import { letTimePass } from '../helpers/let-time-pass.ts'
import { pairs } from './planted.ts'

beforeEach(letTimePass)

describe.each(pairs)('a client that $mistake', ({ found: [verdict, fault], wrong, right, only }) => {
  it('is found', async () => {
    const { findings } = await explore(wrong, { ...(only !== undefined && { only }), timeLimit: '2s' })
    expect(findings.flatMap((each) => each.cases.map((shown) => `${each.verdict} ${shown.fault}`))).toContain(
      `${verdict} ${fault}`,
    )
  })

  it('has a twin without a finding, whatever is done to it', async () => {
    const { findings, experiments } = await explore(right, { timeLimit: '10s' })
    expect(findings.map((each) => `${each.verdict} ${each.fault}: ${each.because}`)).toEqual([])
    expect(experiments.length).toBeGreaterThan(15)
  })
})
