import { expect, test } from 'vitest'
import { direct, starter } from '../../../tests/conformance/direct.ts'

const path = '/blobs/acme/weights/revisions'
const numbers = (reply: { body: { revisions: { number: number }[] } }) =>
  reply.body.revisions.map((revision) => revision.number)

test('newest first, of this blob alone', async () => {
  const { api } = direct()
  const reply = await api.get(path, 'svc-key-bot-write')
  expect(Object.keys(reply.body)).toEqual(['status', 'revisions', 'cursor'])
  expect(numbers(reply)).toEqual([4, 3, 2, 1])
  expect(reply.body.cursor).toBeNull()
})

test('walks page by page from the query string', async () => {
  const { api } = direct()
  const first = await api.get(`${path}?limit=3`, 'svc-key-bot-write')
  expect(numbers(first)).toEqual([4, 3, 2])
  const second = await api.get(`${path}?limit=3&cursor=${first.body.cursor}`, 'svc-key-bot-write')
  expect(numbers(second)).toEqual([1])
  expect(second.body.cursor).toBeNull()
})

test('drafts are read and left out for a reader: an empty page with a cursor, then the commits', async () => {
  const { api } = direct()
  const first = await api.get(`${path}?limit=2`, 'svc-key-ben-admin')
  expect(numbers(first)).toEqual([])
  expect(first.body.cursor).not.toBeNull()
  expect(numbers(await api.get(`${path}?limit=2&cursor=${first.body.cursor}`, 'svc-key-ben-admin'))).toEqual([2, 1])
  expect(numbers(await api.get(`${path}?limit=3`, 'svc-key-ben-admin'))).toEqual([2])
})

test('reads 50 by default and 200 at most', async () => {
  const { api, emulator } = direct()
  for (let n = 0; n < 210; n++) emulator.world.revisions.insert({ blob: 'notes', phase: 'commit' })
  const notes = '/blobs/acme/notes/revisions'
  expect(numbers(await api.get(notes, 'svc-key-ada-admin'))).toHaveLength(50)
  expect(numbers(await api.get(`${notes}?limit=200`, 'svc-key-ada-admin'))).toHaveLength(200)
})

test.each(['0', '201', '-1', 'ten', '1.5', '', '1e1', ' 5', '0x10'])(
  'limit %j is invalid_limit and is not clamped',
  async (limit) => {
    const { api } = direct()
    const reply = await api.get(`${path}?limit=${encodeURIComponent(limit)}`, 'svc-key-ada-admin')
    expect([reply.status, reply.body.error]).toEqual([400, 'invalid_limit'])
  },
)

test('an altered cursor, or one of another blob, is invalid_cursor', async () => {
  const { api } = direct()
  const { cursor } = (await api.get(`${path}?limit=1`, 'svc-key-ada-admin')).body
  const wrong = ['', 'null', cursor.slice(1), `${cursor}=`, cursor.toUpperCase(), `${cursor}A`]
  for (const each of wrong) {
    const reply = await api.get(`${path}?cursor=${encodeURIComponent(each)}`, 'svc-key-ada-admin')
    expect([each, reply.status, reply.body.error]).toEqual([each, 400, 'invalid_cursor'])
  }
  expect((await api.get(`/blobs/acme/notes/revisions?cursor=${cursor}`, 'svc-key-ada-admin')).body.error).toBe(
    'invalid_cursor',
  )
})

test('a cursor survives the deletion of the revision it stands at', async () => {
  const { api, emulator } = direct()
  const { cursor } = (await api.get(`${path}?limit=2`, 'svc-key-ada-admin')).body
  emulator.world.revisions.delete(starter.revision.failedCommit)
  expect(numbers(await api.get(`${path}?cursor=${cursor}`, 'svc-key-ada-admin'))).toEqual([2, 1])
})
