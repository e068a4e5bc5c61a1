import { describe, expect, it } from 'vitest'
import { clauses } from '../../emulator/contract/clauses.ts'
import { mutants } from '../../emulator/contract/variants.ts'
import { why, type WhyReport } from '../../emulator/lab/index.ts'
import { connectDirectly } from '../conformance/socket.ts'
import { Api } from '../conformance/api.ts'
import { bugs } from './bugs.ts'
import { misunderstandings } from './misunderstandings.ts'

type Reasons = WhyReport['failing'][number]['reasons']

async function explain(test: (api: Api) => Promise<void>): Promise<Reasons> {
  const { failing } = await why(({ baseUrl, fetch, emulator }) =>
    test(new Api(baseUrl, fetch, (as) => Promise.resolve(connectDirectly(emulator, as)))),
  )
  return failing[0]!.reasons
}

it('plants a misunderstanding in each section with mutants, and counts those whose sentence does not come first', () => {
  const sectionOf = (id: string) => clauses.find((clause) => clause.id === id)!.section
  const planted = new Set(misunderstandings.flatMap(({ refuted }) => refuted.map(sectionOf)))
  expect([...planted].toSorted()).toEqual([...new Set(mutants.map(({ statement }) => sectionOf(statement)))].toSorted())
  expect([misunderstandings.length, misunderstandings.filter(({ missed }) => missed !== undefined).length]).toEqual([
    45, 3,
  ])
})

describe('of a test that expects the opposite of a sentence', () => {
  it.each(misunderstandings)('the sentence comes first: $belief', async ({ refuted, test, missed }) => {
    const reasons = await explain(test)
    const [first] = reasons
    expect(first, JSON.stringify(reasons)).toMatchObject({ kind: 'sentence', trivial: false })
    expect((refuted as readonly string[]).includes(first!.statement!), JSON.stringify(reasons)).toBe(
      missed === undefined,
    )
  })
})

describe('of a test with a bug that has nothing to do with the contract', () => {
  it.each(bugs)('no reason is found, or the answer that it misread: $bug', async ({ test, misreads }) => {
    const reasons = (await explain(test)).filter(({ trivial }) => !trivial)
    if (reasons.length > 0) expect(reasons[0]!.request, JSON.stringify(reasons)).toBe(misreads)
  })
})
