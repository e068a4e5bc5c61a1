import { expect, it } from 'vitest'
import type { Canonical } from './canonical.ts'
import { explore } from '../explore/explore.ts'
import type { Run } from '../index.ts'
import { formatMasks, findWorldMasks } from './world-masks.ts'

/**
 * Appends an item to a thread, whose answer may be lost. With `look`, the item is looked for before it is sent again.
 */
const noteWith =
  (marker: () => string, look: boolean) =>
  async ({ fetch, baseUrl, apiKey }: Run) => {
    const content = `the build is over ${marker()}`
    const call = async (
      command: string,
      body: object,
    ): Promise<{ items: { content: string }[]; cursor: string | null }> => {
      const answer = await fetch(`${baseUrl}/workflow/${command}`, {
        method: 'POST',
        headers: { 'X-API-Key': apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({ session_id: 'run-01', thread_id: 'main', ...body }),
      })
      const fields = (await answer.json()) as { status: string; error: string }
      if (fields.status !== 'success') throw new Error(fields.error)
      return fields as never
    }
    const isThere = async () => {
      let cursor: string | undefined
      for (;;) {
        const page = await call('list_session_thread_items', cursor === undefined ? {} : { cursor })
        if (page.items.some((item) => item.content === content)) return true
        if (page.cursor === null) return false
        cursor = page.cursor
      }
    }
    const append = () => call('append_session_thread_item', { role: 'user', content })
    await append().catch(async () => {
      if (!look || !(await isThere())) await append()
    })
    return 'noted'
  }

const drawn = () => crypto.randomUUID()

it('a client that marks what it writes by chance is explored, and what it draws is left out of comparisons', async () => {
  const { masks, findings } = await explore(noteWith(drawn, true), { only: ['lost-answer'] })
  expect(masks).toEqual(['thread_items/content'])
  expect(findings).toEqual([])
})

it('a record that it writes twice is one too many all the same', async () => {
  const { findings } = await explore(noteWith(drawn, false), { only: ['lost-answer'] })
  expect(findings.map(({ verdict }) => verdict)).toEqual(['wrong-world'])
})

it('a client that draws nothing has nothing left out', async () => {
  expect(
    (
      await explore(
        noteWith(() => 'v1', true),
        { only: ['lost-answer'] },
      )
    ).masks,
  ).toEqual([])
})

it('a client that writes one record more each time cannot be explored', async () => {
  let times = 0
  const more = async ({ fetch, baseUrl, apiKey }: Run) => {
    times++
    for (let n = 0; n < times; n++)
      await fetch(`${baseUrl}/workflow/create_session`, {
        method: 'POST',
        headers: { 'X-API-Key': apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({ org_id: 'acme' }),
      })
  }
  await expect(explore(more)).rejects.toThrow(/writes different records in each run/)
})

function canonical(...records: readonly object[]): Canonical {
  return { tables: new Map([['sessions', records.map((record) => JSON.stringify(record))]]) } as unknown as Canonical
}

it('finds where records differ, whatever their order, and leaves references out', () => {
  const made = (seed: string) =>
    canonical(...[3, 1, 2].map((n) => ({ alias: `s-${seed}-${n}`, note: `n${n}`, parent_id: `p-${seed}-${n}` })))
  expect(formatMasks(findWorldMasks(made('a'), made('b')))).toEqual(['sessions/alias'])
})

it('comes to an end where a record has a field that the other lacks, or has no other', () => {
  expect(
    formatMasks(
      findWorldMasks(canonical({ alias: 'a', note: 'x' }, { alias: 'b' }), canonical({ alias: 'a' }, { alias: 'b' })),
    ),
  ).toEqual(['sessions/note'])
  expect(formatMasks(findWorldMasks(canonical({ alias: 'a' }), canonical()))).toEqual([])
})

it('hides no record as a whole: what is deleted in one run alone is no place that differs', () => {
  const holding = (...texts: string[]): Canonical => ({ tables: new Map([['sessions', texts]]), labels: new Map() })
  for (const [one, other] of [
    ['gone: a', 'gone: b'],
    ['gone: a', '{"alias":"b"}'],
  ] as const)
    expect(formatMasks(findWorldMasks(holding(one), holding(other)))).toEqual([])
})
