import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { clientMutants } from '../emulator/contract/client-mutants.ts'
import { mutants } from '../emulator/contract/mutants.ts'
import { readScores, scoreIn, scoresPage, scoresText, suites, withScores } from './mutation-scores.ts'

describe('the scores of the page', () => {
  it('are those that were found', () => {
    const page = readFileSync(scoresPage, 'utf8')
    expect(withScores(page, scoresText(readScores())), 'run `npm run mutate:scores`').toBe(page)
    expect(Object.keys(readScores()).sort((a, b) => a.localeCompare(b))).toEqual(
      Object.keys(suites).sort((a, b) => a.localeCompare(b)),
    )
  })

  it('are of the mutants that there are', () => {
    // That the scenarios notice all of them, tests of their own hold.
    expect(readScores()['library'], 'run `npm run mutate:scores -- library`').toEqual({
      killed: mutants.length,
      met: mutants.length,
      survivors: [],
    })
    expect(readScores()['client'], 'run `npm run mutate:scores -- client`').toEqual({
      killed: clientMutants.length,
      met: clientMutants.length,
      survivors: [],
    })
    const ids = new Set(mutants.map(({ id }) => id))
    for (const { survivors } of Object.values(readScores()))
      expect(survivors.filter(({ id }) => !ids.has(id))).toEqual([])
  })

  it('are of runs that decided all', () => {
    const of = (...statuses: string[]) =>
      JSON.stringify({ mutants: statuses.map((status, n) => ({ id: `a/${n}`, clause: 'a', breaks: 'b', status })) })
    expect(scoreIn(of('killed', 'survived', 'unmet'))).toEqual({
      killed: 1,
      met: 2,
      survivors: [{ id: 'a/1', clause: 'a', breaks: 'b' }],
    })
    expect(() => scoreIn(of('killed', 'undecided'))).toThrow('1 mutants are not decided')
  })
})
