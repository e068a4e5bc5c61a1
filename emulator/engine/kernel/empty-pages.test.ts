import { describe, expect, it } from 'vitest'
import { createEmulator } from '../../index.ts'
import { encodeCursor } from './cursor.ts'
import { emptyPage, positionAfterEmpty } from './empty-pages.ts'

async function walk(settings: object): Promise<{ pages: number[]; keys: string[] }> {
  const emulator = createEmulator({ settings })
  const pages: number[] = []
  const keys: string[] = []
  let cursor: string | undefined
  do {
    const response = await emulator.fetch('/v1/workflow/list_session_objects', {
      method: 'POST',
      headers: { 'X-API-Key': 'svc-key-ada-admin', 'content-type': 'application/json' },
      body: JSON.stringify({ session_id: 'run-01', ...(cursor !== undefined && { cursor }) }),
    })
    const page = (await response.json()) as { objects: { key: string }[]; cursor: string | null }
    pages.push(page.objects.length)
    keys.push(...page.objects.map(({ key }) => key))
    cursor = page.cursor ?? undefined
  } while (cursor !== undefined)
  return { pages, keys }
}

it('an empty page comes before each, and nothing is lost', async () => {
  const plain = await walk({})
  const empty = await walk({ empty_pages: true })
  expect(plain.pages).toEqual([50, 50, 20])
  expect(empty.pages).toEqual([0, 50, 0, 50, 0, 20])
  expect(empty.keys).toEqual(plain.keys)
})

it('an empty page shows that it is not the end, where records are behind it', async () => {
  const emulator = createEmulator({ settings: { empty_pages: true } })
  const shown = async (session: string) => {
    await emulator.fetch('/v1/workflow/list_session_objects', {
      method: 'POST',
      headers: { 'X-API-Key': 'svc-key-ada-admin', 'content-type': 'application/json' },
      body: JSON.stringify({ session_id: session }),
    })
    const { clauses } = emulator.journal.entries().at(-1)!
    return ['pagination.opaque.cursor-in-response', 'pagination.empty-page-is-not-the-end'].map((id) =>
      clauses.includes(id as never),
    )
  }
  expect([await shown('run-01'), await shown('run-02')]).toEqual([
    [true, true],
    [true, false],
  ])
})

it('pages read as few rows as they are told', async () => {
  const { pages, keys } = await walk({ page_rows: 40 })
  expect(pages).toEqual([40, 40, 40, 0])
  expect(new Set(keys).size).toBe(120)
})

it('the cursor of an empty page is of its listing, and of its kind', () => {
  const first = emptyPage(1, 'a', undefined)!
  const next = emptyPage(1, 'a', encodeCursor(1, 'a', 7))!
  expect([first, next].map((cursor) => positionAfterEmpty(1, 'a', cursor))).toEqual(['start', '7'])
  expect([first, next].map((cursor) => positionAfterEmpty(1, 'b', cursor))).toEqual([undefined, undefined])
  expect([first, next, encodeCursor(1, 'b', 7)].map((cursor) => emptyPage(1, 'a', cursor))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(positionAfterEmpty(1, 'a', encodeCursor(1, 'a', 7))).toBeUndefined()
})

describe('a listing with a record cursor', () => {
  async function walkSessions(settings: object): Promise<{ pages: number[]; ids: string[]; again: unknown[][] }> {
    const emulator = createEmulator({ settings })
    const ask = async (start: string | undefined) => {
      const response = await emulator.fetch('/v1/workflow/list_sessions', {
        method: 'POST',
        headers: { 'X-API-Key': 'svc-key-ada-admin', 'content-type': 'application/json' },
        body: JSON.stringify({ org_id: 'acme', ...(start !== undefined && { start_session_id: start }) }),
      })
      return (await response.json()) as { sessions: { id: string }[]; last_session_id: string | null }
    }
    const pages: number[] = []
    const ids: string[] = []
    const again: unknown[][] = []
    let start: string | undefined
    do {
      const page = await ask(start)
      again.push([page, await ask(start)])
      pages.push(page.sessions.length)
      ids.push(...page.sessions.map(({ id }) => id))
      start = page.last_session_id ?? undefined
    } while (start !== undefined)
    return { pages, ids, again }
  }

  it('shows of the ten that it reads those that the caller may see, and loses nothing', async () => {
    const plain = await walkSessions({})
    const few = await walkSessions({ page_rows: 4 })
    const empty = await walkSessions({ empty_pages: true })
    expect([plain, few, empty].map(({ pages }) => pages)).toEqual([
      [10, 10, 5],
      [4, 4, 4, 4, 4, 4, 1],
      [0, 10, 0, 10, 0, 5],
    ])
    expect([few.ids, empty.ids]).toEqual([plain.ids, plain.ids])
  })

  it('answers the same page again', async () => {
    for (const [first, second] of (await walkSessions({ empty_pages: true, page_rows: 3 })).again)
      expect(second).toEqual(first)
  })

  it('holds no more than ten', async () => {
    expect((await walkSessions({ page_rows: 40 })).pages).toEqual([10, 10, 5])
  })

  it('fails at an id that it did not hand out', async () => {
    const emulator = createEmulator({ settings: { empty_pages: true } })
    const response = await emulator.fetch('/v1/workflow/list_sessions', {
      method: 'POST',
      headers: { 'X-API-Key': 'svc-key-ada-admin', 'content-type': 'application/json' },
      body: JSON.stringify({ org_id: 'acme', start_session_id: '00000000-0000-4000-8000-00000000dead' }),
    })
    expect(await response.json()).toMatchObject({ error: 'internal_error' })
  })
})
