import { expect } from 'vitest'
import { starter } from './direct.ts'
import type { Case } from './suite.ts'

const uuidShaped = '11111111-2222-4333-8444-555555555555'

export const blobs: readonly Case[] = [
  {
    name: 'a blob is named by its UUID or its alias; an uppercase UUID is an alias',
    clauses: [
      'identifiers.path.accepts-uuid',
      'identifiers.path.accepts-alias',
      'identifiers.uuid.canonical-lowercase',
      'identifiers.uuid.other-strings-are-aliases',
    ],
    async run(api) {
      const byAlias = await api.get('/blobs/acme/weights', 'svc-key-ada-admin')
      const byId = await api.get(`/blobs/${starter.org.acme}/${starter.blob.weights}`, 'svc-key-ada-admin')
      expect(byAlias.status).toBe(200)
      expect(byId.body).toEqual(byAlias.body)
      expect((await api.get(`/blobs/acme/${starter.blob.weights.toUpperCase()}`, 'svc-key-ada-admin')).status).toBe(404)
    },
  },
  {
    name: 'an alias of UUID shape is refused when it is set, at creation and at rename',
    clauses: ['identifiers.alias.blob-uuid-shape-refused', 'identifiers.alias.blob-rename-uuid-shape-refused'],
    async run(api) {
      const created = await api.post('/blobs/acme', 'svc-key-ada-admin', { alias: uuidShaped, type: 'text' })
      expect(created.body).toMatchObject({ status: 'failure', error: 'invalid_request_body' })
      const renamed = await api.patch('/blobs/acme/weights', 'svc-key-ada-admin', { alias: uuidShaped })
      expect(renamed.body).toMatchObject({ status: 'failure', error: 'invalid_request_body' })
      expect((await api.get('/blobs/acme/weights', 'svc-key-ada-admin')).status).toBe(200)
      expect((await api.get(`/blobs/acme/${uuidShaped}`, 'svc-key-ada-admin')).status).toBe(404)
    },
  },
  {
    name: 'an alias is given once, across organizations',
    clauses: ['identifiers.alias.globally-unique'],
    async run(api) {
      expect(
        (await api.post('/blobs/ben-lab', 'svc-key-ben-admin', { alias: 'weights', type: 'text' })).body,
      ).toMatchObject({ status: 'failure' })
      expect((await api.patch('/blobs/acme/notes', 'svc-key-ada-admin', { alias: 'weights' })).body).toMatchObject({
        status: 'failure',
      })
    },
  },
  {
    name: 'a blob type that the organization has not enabled is refused with a limit object',
    clauses: ['errors.invalid-blob-type', 'envelope.limit.with-invalid-blob-type', 'envelope.limit.names-the-limit'],
    async run(api) {
      const { body } = await api.post('/blobs/ben-lab', 'svc-key-ben-admin', { alias: 'model', type: 'onnx' })
      expect(body).toMatchObject({ status: 'failure', error: 'invalid_blob_type', limit: { name: expect.any(String) } })
      expect((await api.post('/blobs/ben-lab', 'svc-key-ben-admin', { alias: 'page', type: 'text' })).body.status).toBe(
        'success',
      )
    },
  },
  {
    name: 'a full organization refuses another blob with limit_exceeded and a limit object',
    clauses: ['errors.limit-exceeded', 'envelope.limit.with-limit-exceeded', 'envelope.limit.names-the-limit'],
    settings: { limits: { blobs_per_org: 4 } },
    async run(api) {
      const { body } = await api.post('/blobs/acme', 'svc-key-ada-admin', { alias: 'fifth', type: 'text' })
      expect(body).toMatchObject({ status: 'failure', error: 'limit_exceeded', limit: { name: expect.any(String) } })
    },
  },
  {
    name: 'the visibility of a blob is for humans to change',
    clauses: ['perimeter.blob-visibility', 'acting-token.carries-human', 'errors.forbidden-is-403'],
    async run(api) {
      const bot = await api.patch('/blobs/acme/weights', 'svc-key-bot-write', { visibility: 'private' })
      expect([bot.status, bot.body.error]).toEqual([403, 'forbidden'])
      expect((await api.patch('/blobs/acme/weights', 'svc-key-bot-write', { name: 'Weights 2' })).status).toBe(200)
      for (const [as, visibility] of [
        ['svc-token-ada-as-bot', 'private'],
        ['svc-key-ada-admin', 'public'],
      ] as const) {
        expect((await api.patch('/blobs/acme/weights', as, { visibility })).body.blob).toMatchObject({ visibility })
      }
    },
  },
  {
    name: 'creating and deleting a blob are operations that are looked up',
    clauses: ['service.long-running-work-is-an-operation'],
    async run(api, emulator) {
      const created = await api.post('/blobs/acme', 'svc-key-ada-admin', { alias: 'fresh', type: 'text' })
      const look = async (id: string) => (await api.get(`/operations/${id}`, 'svc-key-ada-admin')).body.operation.status
      expect(await look(created.body.operation.id)).toBe('running')
      emulator.clock.advance('1h')
      expect(await look(created.body.operation.id)).toBe('succeeded')
      const deleted = await api.delete('/blobs/acme/fresh', 'svc-key-ada-admin')
      emulator.clock.advance('1h')
      expect(await look(deleted.body.operation.id)).toBe('succeeded')
      expect((await api.get('/blobs/acme/fresh', 'svc-key-ada-admin')).status).toBe(404)
    },
  },
  {
    name: 'what waits for an operation rests on how long one runs',
    clauses: [],
    assumptions: ['A-24', 'A-54', 'A-395', 'A-420'],
    async run(api) {
      const as = 'svc-key-ada-admin'
      const upload = { as, body: new Uint8Array(3), headers: { 'x-request-body': '{}' } }
      const draft = '/revisions/00000000-0000-4000-8000-0000000000e4'
      const committed = '/revisions/00000000-0000-4000-8000-0000000000e1'
      expect((await api.post(`${draft}/commit`, as)).status).toBe(200)
      expect((await api.get(draft, as)).body.revision.status).toBe('pending')
      const busy = [
        await api.request('PUT', `${draft}/model`, upload),
        await api.post(`${draft}/commit`, as),
        await api.delete(draft, as),
      ]
      expect(busy.map(({ body }) => body.error)).toEqual(busy.map(() => 'operation_in_progress'))
      expect((await api.delete('/blobs/acme/weights', as)).status).toBe(200)
      expect((await api.get('/blobs/acme/weights', as)).body.blob.condition).toBe('deleting')
      expect((await api.get('/orgs/acme/blobs', as)).status).toBe(200)
      const leaving = [
        await api.patch('/blobs/acme/weights', as, { name: 'x' }),
        await api.delete('/blobs/acme/weights', as),
        await api.post('/blobs/acme/weights/revisions', as),
        await api.request('PUT', '/blobs/acme/weights/metadata/tags', { as, json: { a: 1 } }),
        await api.request('PUT', `${committed}/metadata/tags`, { as, json: { a: 1 } }),
        await api.request('PUT', `${committed}/model`, upload),
        await api.post(`${committed}/reset`, as),
        await api.post(`${committed}/commit`, as),
        await api.delete(committed, as),
        await api.post('/members/target/blob/weights', as, { user_id: 'ben', role: 'read' }),
        await api.post('/api-keys/target/blob/weights', as, { role: 'read' }),
        await api.post('/credentials/target/blob/weights', as, { name: 'n', value: 'v' }),
      ]
      expect(leaving.map(({ body }) => body.error)).toEqual(leaving.map(() => 'blob_not_ready'))
    },
  },
  {
    name: 'a blob being created or deleted refuses every write to it and below it',
    clauses: ['revision.reset.blob-creating-refused', 'revision.reset.blob-deleting-refused'],
    assumptions: ['A-54'],
    async run(api) {
      for (const [alias, revision] of [
        ['arriving', starter.revision.belowCreatedBlob],
        ['leaving', starter.revision.belowDeletedBlob],
      ]) {
        const as = 'svc-key-ada-admin'
        const replies = [
          await api.patch(`/blobs/acme/${alias}`, as, { name: 'x' }),
          await api.delete(`/blobs/acme/${alias}`, as),
          await api.post(`/blobs/acme/${alias}/revisions`, as),
          await api.request('PUT', `/blobs/acme/${alias}/metadata/tags`, { as, json: { a: 1 } }),
          await api.request('PUT', `/revisions/${revision}/metadata/tags`, { as, json: { a: 1 } }),
          await api.request('PUT', `/revisions/${revision}/model`, {
            as,
            body: new Uint8Array(3),
            headers: { 'x-request-body': '{}' },
          }),
          await api.post(`/revisions/${revision}/reset`, as),
          await api.post(`/revisions/${revision}/commit`, as),
          await api.delete(`/revisions/${revision}`, as),
        ]
        expect(replies.map(({ status, body }) => [status, body.error])).toEqual(
          replies.map(() => [409, 'blob_not_ready']),
        )
        expect((await api.get(`/blobs/acme/${alias}`, as)).status).toBe(200)
      }
    },
  },
]
