import { expect, test } from 'vitest'
import { direct, starter, starterId } from '../../../tests/conformance/direct.ts'

const path = `/revisions/${starter.revision.failedDelete}/model`

test('the file is the body, the envelope is a header of ASCII', async () => {
  const { api, emulator } = direct()
  const data = Uint8Array.from([0, 255, 128, 10, 13])
  emulator.world.models.insert({ revision: starter.revision.failedDelete, data, parameters: { author: 'Zoë 🙂' } })
  const reply = await api.get(path, 'svc-key-weights-read')
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toBe('application/octet-stream')
  expect(reply.bytes).toEqual(data)
  const header = reply.headers.get('x-response-body')!
  expect(header).toMatch(/^[\x20-\x7e]+$/)
  expect(JSON.parse(header)).toEqual({
    status: 'success',
    model: {
      revision_id: starter.revision.failedDelete,
      bytes: 5,
      parameters: { author: 'Zoë 🙂' },
      created_at: '2026-01-01T00:00:00.000Z',
    },
  })
})

test.each([
  ['a revision without a model', 'e2', 'svc-key-ada-admin', 404, 'model_not_found'],
  ['an unknown revision', 'e9', 'svc-key-ada-admin', 404, 'revision_not_found'],
  ['a draft, for a reader', 'e4', 'svc-key-ben-admin', 403, 'forbidden'],
])('refuses %s', async (_, id, key, status, error) => {
  const { api } = direct()
  const reply = await api.get(`/revisions/${starterId(id)}/model`, key)
  expect([reply.status, reply.body.error]).toEqual([status, error])
})
