import { expect, it } from 'vitest'
import { mutants } from '../../contract/variants.ts'
import { rank, type Hypothesis, type Search } from './hypotheses.ts'

const [often, seldom] = [mutants[0]!, mutants.find(({ statement }) => statement !== mutants[0]!.statement)!]
const rarity = new Map([
  [often.statement, 9],
  [seldom.statement, 2],
])

const explaining = (mutant: typeof often, reach: number, more: Partial<Hypothesis> = {}): Hypothesis =>
  ({ mutant, reach, from: 0, cited: 0, ...more }) as Hypothesis
const ranked = (...found: Hypothesis[]) => rank(found, { rarity } as Partial<Search> as Search)

it('prefers, of two that explain alike, the sentence that fewer answers rest on', () => {
  expect(ranked(explaining(often, 5), explaining(seldom, 5)).map(({ mutant, cited }) => [mutant, cited])).toEqual([
    [seldom, 2],
    [often, 9],
  ])
})

it.each<[string, Hypothesis, Hypothesis]>([
  ['explains more', explaining(often, 6), explaining(seldom, 5)],
  ['explains every case', explaining(often, 5), explaining(seldom, 5, { isHere: true })],
  ['leaves the answers comparable', explaining(often, 5), explaining(seldom, 5, { vague: true })],
])('prefers one that %s, however often its sentence is cited', (_, better, worse) => {
  expect(ranked(worse, better)[0]).toMatchObject({ mutant: often })
})
