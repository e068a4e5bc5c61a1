import { expect, it } from 'vitest'
import { createEmulator } from '../index.ts'

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
