import { expect, it } from 'vitest'
import { createEmulator } from '../index.ts'
import { encodeCursor } from './cursor.ts'
import { emptyPage, positionAfterEmpty } from './empty-pages.ts'

async function walk(settings: object): Promise<{ pages: number[]; keys: string[] }> {
  const emulator = createEmulator({ settings })
  const pages: number[] = []
  const keys: string[] = []
  let cursor: string | undefined
  do {
    const response = await emulator.fetch('/v1/workflow/list_session_objects', {
      method: 'POST', headers: { 'X-API-Key': 'svc-key-ada-admin', 'content-type': 'application/json' },
      body: JSON.stringify({ session_id: 'run-01', ...(cursor !== undefined && { cursor }) }),
    })
    const page = await response.json() as { objects: { key: string }[]; cursor: string | null }
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

it('pages read as few rows as they are told', async () => {
  const { pages, keys } = await walk({ page_rows: 40 })
  expect(pages).toEqual([40, 40, 40, 0])
  expect(new Set(keys).size).toBe(120)
})

it('the cursor of an empty page is of its listing, and of its kind', () => {
  const first = emptyPage(1, 'a', undefined)!
  const next = emptyPage(1, 'a', encodeCursor(1, 'a', 7))!
  expect([first, next].map((cursor) => positionAfterEmpty(1, 'a', cursor))).toEqual(['start', 7])
  expect([first, next].map((cursor) => positionAfterEmpty(1, 'b', cursor))).toEqual([undefined, undefined])
  expect([first, next, encodeCursor(1, 'b', 7)].map((cursor) => emptyPage(1, 'a', cursor))).toEqual([undefined, undefined, undefined])
  expect(positionAfterEmpty(1, 'a', encodeCursor(1, 'a', 7))).toBeUndefined()
})
