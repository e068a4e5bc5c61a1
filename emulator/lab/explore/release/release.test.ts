import { describe, expect, it } from 'vitest'
import { explore } from '../explore.ts'
import type { Run } from '../../subjects/function.ts'
import { listMixes, nameMix, readMix } from './mixes.ts'
import { describeFailure } from './report.ts'

interface Answer {
  readonly objects: readonly object[]
  readonly cursor: string | null
  readonly error?: string
  readonly org: { readonly id: string }
}
type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>

const asking =
  ({ baseUrl, apiKey, fetch }: Run): Ask =>
  async (method, path, body) => {
    const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' }
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    return (await (await fetch(baseUrl + path, init)).json()) as Answer
  }
const client = (work: (ask: Ask, run: Run) => Promise<unknown>) => (run: Run) => work(asking(run), run)
const list = '/workflow/list_session_objects'
const first = { session_id: 'run-01' }

/** Takes a page that is shorter than the first one for the last. */
const stopsAtShortPage = client(async (ask) => {
  const pages = [await ask('POST', list, first)]
  while (pages.at(-1)!.objects.length >= pages[0]!.objects.length && pages.at(-1)!.cursor !== null)
    pages.push(await ask('POST', list, { ...first, cursor: pages.at(-1)!.cursor }))
  return pages.flatMap(({ objects }) => objects).length
})
const followsCursor = client(async (ask) => {
  let [count, cursor]: [number, string | null] = [0, null]
  do {
    const page: Answer = await ask('POST', list, { ...first, ...(cursor !== null && { cursor }) })
    count += page.objects.length
    cursor = page.cursor
  } while (cursor !== null)
  return count
})

describe('explore with a release', () => {
  it('finds the shortest mix that breaks a client', async () => {
    const release = { default_limit: 40 }
    const { findings, mixes } = await explore(stopsAtShortPage, { release })
    expect(findings.map(({ id, mix }) => [id, mix])).toEqual([['wrong-output', 'old-new*3']])
    expect(findings[0]!.because).toEqual(['expected 120, got 90'])
    expect(findings[0]!.steps.map(({ copy }) => copy)).toEqual(['old', 'new'])
    expect(mixes).toEqual({ of: 14, tried: 14 })
    const again = await explore(stopsAtShortPage, { release, case: 'old-new*3' })
    expect(again.findings).toMatchObject([{ id: 'wrong-output', mix: 'old-new*3' }])
    const accepted = await explore(stopsAtShortPage, { release, accept: ['wrong-output', 'hung'] })
    expect(accepted).toMatchObject({ findings: [], accepted: [{ id: 'wrong-output' }], stale: ['hung'] })
    await expect(explore(stopsAtShortPage, { release, accept: ['lost-update api_keyz'] })).rejects.toThrow(
      "there is no table 'api_keyz', did you mean 'api_keys'?",
    )
  })

  it('has nothing against a client that follows the cursor', async () => {
    const report = await explore(followsCursor, { release: { default_limit: 40 } })
    expect(report).toMatchObject({ findings: [], notes: [] })
    expect(report.mixes.tried).toBeGreaterThan(10)
    expect(describeFailure(report)).toBeUndefined()
  })

  it('says that a client noticed', async () => {
    const careful = client(async (ask) => {
      for (const cursor of [undefined, (await ask('POST', list, first)).cursor]) {
        const { error } = await ask('POST', list, { ...first, ...(cursor !== undefined && { cursor }), limit: 2 })
        if (error !== undefined) throw new Error(error)
      }
      return 'all'
    })
    const counts = client(async (ask, run) => {
      const sizes = [(await ask('POST', list, first)).objects.length, (await ask('POST', list, first)).objects.length]
      if (sizes[0] !== sizes[1]) throw new Error('the listing changed')
      return careful(run)
    })
    const { findings, notes } = await explore(counts, { release: { default_limit: 40 } })
    expect(findings).toEqual([])
    expect(notes).toEqual(['in some mixes the client notices, and says so: Error: the listing changed'])
  })

  it('says where the releases do not differ for the client', async () => {
    const { notes } = await explore(followsCursor, { release: { operation_ms: 5 } })
    expect(notes).toEqual(['the new release answers all requests of this client as the old one: nothing was compared'])
  })

  it('refuses a client that fails under the new release, and wrong rules', async () => {
    const strict = client(async (ask) => {
      const { error } = await ask('POST', list, { ...first, limit: 50 })
      if (error !== undefined) throw new Error(error)
    })
    await expect(explore(strict, { release: { maximum_limit: 10 } })).rejects.toThrow(
      'fails where all requests meet the new release, so no mix is tried: Error: invalid_limit',
    )
    await expect(explore(strict, { release: { defualt_limit: 10 } as never })).rejects.toThrow(
      "release.defualt_limit: unknown field, did you mean 'default_limit'?",
    )
    await expect(explore(strict, { release: { page_rows: 1 }, copies: 2 } as never)).rejects.toThrow('copies')
    await expect(explore(followsCursor, { release: { page_rows: 9 }, case: 'old-2' })).rejects.toThrow(
      "case: expected a mix such as old*2-new, got 'old-2'",
    )
  })
})

it('lists each mix once, by its number of switches', () => {
  const names = Array.from(listMixes(4), nameMix)
  expect(names).toHaveLength(14)
  expect(new Set(names).size).toBe(14)
  expect(names.slice(0, 3)).toEqual(['old-new*3', 'new-old*3', 'old*2-new*2'])
  expect(names.map((name) => nameMix(readMix(name)))).toEqual(names)
})
