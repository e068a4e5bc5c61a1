import { describe, expect, it } from 'vitest'
import { askAll } from './begun.ts'
import { wideLimits, type End } from './client.ts'
import { Deadline } from './deadline.ts'
import { Memory } from './memory.ts'
import { nothingMet, type Seen, type Subject } from './subject.ts'
import type { Question } from './question.ts'
import type { Variant } from './variant.ts'

interface Result {
  readonly id: string
  readonly end: End
  readonly digest?: string
}

const variants = ['a', 'b', 'c'].map((id): Variant => ({ id, says: id, statements: [], overlay: {} }))
const question: Question<Variant, Result> = {
  name: 'ask',
  variants: () => variants,
  judge: ({ id }, { end }) => ({ id, end }),
  isFinding: () => false,
}

/** Asks with the results of an earlier run. `ends`: those of the runs, in their order. */
async function ask(earlier: readonly Result[], ends: readonly (End | 'over')[], mark = '') {
  const digest = (_: string, { id }: Variant): string => `${id}${id === 'b' ? mark : ''}`
  const memory = new Memory(
    new Map(earlier.flatMap((each) => (each.digest ? [[each.digest, each]] : []))),
    digest,
    async () => () => true,
  )
  const stop = new AbortController()
  const seen = (end: End): Seen => ({ end, said: '', ...nothingMet })
  let runs = 0
  const run: Subject['run'] = async () => {
    const end = ends[runs++] ?? 'succeeded'
    if (end === 'over') stop.abort()
    return seen(end === 'over' ? 'failed' : end)
  }
  const baseline = { first: seen('succeeded'), masks: new Set<string>(), tookMs: 1 }
  const deadline = new Deadline(undefined, stop.signal)
  const begun = { subject: { name: 'it', run }, baseline, deadline, limits: () => wideLimits(1000), memory }
  const results = await askAll(question, { ...begun, plan: async () => ({ jobs: 1 }) }, 1)
  return { runs, results: [...results.values()], ...memory.counts }
}

describe('Memory', () => {
  it('keeps the verdicts of the run before, and runs nothing', async () => {
    const first = await ask([], ['succeeded', 'failed', 'crashed'])
    expect(first).toMatchObject({ runs: 3, kept: 0, asked: 3 })
    expect(await ask(first.results, [])).toEqual({ runs: 0, kept: 3, asked: 0, results: first.results })
  })

  it('asks again what has another digest', async () => {
    const first = await ask([], [])
    const second = await ask(first.results, ['failed'], ' changed')
    expect(second).toMatchObject({ runs: 1, kept: 2, asked: 1 })
    expect(second.results.find(({ id }) => id === 'b')).toEqual({ id: 'b', end: 'failed', digest: 'b changed' })
  })

  it('asks again what did not end in time, and what there was no time for', async () => {
    const first = await ask([], ['hung', 'succeeded', 'over'])
    expect(first.results).toEqual([
      { id: 'a', end: 'hung' },
      { id: 'b', end: 'succeeded', digest: 'b' },
    ])
    expect(await ask(first.results, [])).toMatchObject({ runs: 2, kept: 1, asked: 2 })
  })
})
