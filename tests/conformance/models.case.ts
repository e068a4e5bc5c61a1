import { expect } from 'vitest'
import { starter } from './direct.ts'
import type { Case } from './suite.ts'

const as = 'svc-key-bot-write'
const path = `/revisions/${starter.revision.pending}/model`
const model = Uint8Array.from({ length: 300_000 }, (_, i) => (i * 31 + (i >> 8)) % 256)

export const models: readonly Case[] = [
  {
    name: 'a model goes up and comes down byte for byte: the file is the body, the envelope a header',
    clauses: ['envelope.binary.model-upload', 'envelope.binary.model-download', 'envelope.binary.file-is-the-body'],
    async run(api) {
      const up = await api.request('PUT', path, {
        as,
        body: model,
        headers: { 'x-request-body': '{"producer":"caf\\u00e9"}', 'content-type': 'application/octet-stream' },
      })
      expect(up.body).toMatchObject({ status: 'success' })
      const down = await api.get(path, as)
      expect(down.status).toBe(200)
      expect(down.bytes).toHaveLength(model.length)
      expect(down.bytes.findIndex((byte, i) => byte !== model[i])).toBe(-1)
      expect(JSON.parse(down.headers.get('x-response-body')!)).toMatchObject({ status: 'success' })
    },
  },
  {
    name: 'the JSON request of an upload stands in X-Request-Body; without one it is refused in the ordinary envelope',
    clauses: ['envelope.binary.model-upload', 'envelope.failure-has-error-and-message'],
    async run(api) {
      expect((await api.request('PUT', path, { as, body: model })).body).toMatchObject({
        status: 'failure',
        error: 'invalid_request_body',
        message: expect.any(String),
      })
      expect((await api.get(path, as)).body).toMatchObject({ status: 'failure', error: expect.any(String) })
      expect((await api.request('PUT', path, { as, body: model, headers: { 'x-request-body': '{}' } })).status).toBe(
        200,
      )
    },
  },
  {
    name: 'a model above the size limit is refused with a limit object',
    clauses: ['envelope.limit.with-size-and-count-limits', 'envelope.limit.names-the-limit'],
    settings: { limits: { upload_bytes: 200_000 } },
    async run(api) {
      const { body } = await api.request('PUT', path, { as, body: model, headers: { 'x-request-body': '{}' } })
      expect(body).toMatchObject({ status: 'failure', limit: { name: expect.any(String) } })
    },
  },
]
