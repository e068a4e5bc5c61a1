import { expect } from 'vitest'
import { starter, starterId } from './direct.ts'
import type { Case } from './suite.ts'
import type { Api } from './api.ts'

const path = '/blobs/acme/weights/revisions'
const admin = 'svc-key-ada-admin'
const get = async (api: Api, id: string) => (await api.get(`/revisions/${id}`, admin)).body.revision
const reset = (api: Api, id: string, as = admin) => api.post(`/revisions/${id}/reset`, as)

export const revisions: readonly Case[] = [
  {
    name: 'a revision belongs to one blob and has a status, a phase and the cause of its failure',
    clauses: [
      'service.revision-belongs-to-blob',
      'revision.status-ready',
      'revision.status-failed',
      'revision.phase-draft',
      'revision.phase-commit',
      'revision.failed-operation-three-values',
    ],
    async run(api) {
      expect(await get(api, starter.revision.committed)).toMatchObject({
        blob_id: starter.blob.weights,
        phase: 'commit',
        status: 'ready',
      })
      const failed = await get(api, starter.revision.failedCommit)
      expect(failed).toMatchObject({ phase: 'draft', status: 'failed' })
      expect(['create', 'commit', 'delete']).toContain(failed.failed_operation)
    },
  },
  {
    name: 'reset of a failed commit',
    clauses: [
      'revision.reset.failed-commit-becomes-draft-ready',
      'revision.reset.any-phase',
      'revision.reset.phase-untouched',
      'revision.reset.clears-failed-operation',
      'revision.reset.answers-status-only',
      'envelope.nothing-to-return-is-status-only',
    ],
    async run(api) {
      const reply = await reset(api, starter.revision.failedCommit, 'svc-key-bot-write')
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual({ status: 'success' })
      expect(await get(api, starter.revision.failedCommit)).toMatchObject({
        phase: 'draft',
        status: 'ready',
        failed_operation: null,
      })
    },
  },
  {
    name: 'reset of a failed delete',
    clauses: [
      'revision.reset.failed-delete-becomes-commit-ready',
      'revision.reset.any-phase',
      'revision.reset.clears-failed-operation',
    ],
    async run(api) {
      expect((await reset(api, starter.revision.failedDelete, 'svc-key-bot-write')).body).toEqual({ status: 'success' })
      expect(await get(api, starter.revision.failedDelete)).toMatchObject({
        phase: 'commit',
        status: 'ready',
        failed_operation: null,
      })
    },
  },
  {
    name: 'reset: 404 for an unknown id, for one whose blob is gone, and for one whose blob the caller cannot reach',
    clauses: ['revision.reset.unknown-id', 'revision.reset.blob-unreachable'],
    async run(api, emulator) {
      const unknown = await reset(api, starterId('e9'))
      expect([unknown.status, unknown.body.error]).toEqual([404, 'revision_not_found'])
      await api.delete('/blobs/acme/weights', admin)
      emulator.clock.advance('1h')
      const gone = await reset(api, starter.revision.failedCommit)
      expect([gone.status, gone.body.error]).toEqual([404, 'revision_not_found'])
      const { id } = emulator.world.revisions.insert({ blob: 'draft', status: 'failed', failed_operation: 'commit' })
      const hidden = await api.post(`/revisions/${id}/reset`, 'svc-key-ben-admin')
      expect([hidden.status, hidden.body.error]).toEqual([404, 'revision_not_found'])
    },
  },
  {
    name: 'reset: 403 without write, and where the blob is not visible to the key',
    clauses: ['revision.reset.needs-write', 'revision.reset.blob-not-visible'],
    async run(api, emulator) {
      const ofNotes = emulator.world.revisions.insert({
        blob: 'notes',
        status: 'failed',
        failed_operation: 'commit',
      }).id
      for (const [id, as] of [
        [starter.revision.failedCommit, 'svc-key-ben-admin'],
        [starter.revision.failedCommit, 'svc-key-ada-read'],
        [starter.revision.belowCreatedBlob, 'svc-key-weights-read'],
        [ofNotes, 'svc-key-weights-read'],
      ] as const) {
        const reply = await reset(api, id, as)
        expect([reply.status, reply.body.error]).toEqual([403, 'forbidden'])
      }
    },
  },
  {
    name: 'reset: 409 while the blob is created or deleted, then 409 for a revision that is not failed',
    clauses: [
      'revision.reset.blob-creating-refused',
      'revision.reset.blob-deleting-refused',
      'revision.reset.needs-failed',
    ],
    async run(api) {
      for (const [id, error] of [
        ['e5', 'blob_not_ready'],
        ['e6', 'blob_not_ready'],
        ['e1', 'revision_not_failed'],
        ['e4', 'revision_not_failed'],
      ] as const) {
        const reply = await reset(api, starterId(id))
        expect([reply.status, reply.body.error]).toEqual([409, error])
      }
    },
  },
  {
    name: "a service account's own key pushes and pulls as a personal key of the same role does",
    clauses: ['perimeter.push-admitted', 'perimeter.pull-admitted', 'service.long-running-work-is-an-operation'],
    async run(api, emulator) {
      const as = 'svc-key-bot-write'
      const { revision } = (await api.post(path, as)).body
      expect(
        (
          await api.request('PUT', `/revisions/${revision.id}/model`, {
            as,
            body: new Uint8Array(5),
            headers: { 'x-request-body': '{}' },
          })
        ).status,
      ).toBe(200)
      const { operation } = (await api.post(`/revisions/${revision.id}/commit`, as)).body
      emulator.clock.advance('1h')
      expect((await api.get(`/operations/${operation.id}`, as)).body.operation.status).toBe('succeeded')
      expect(await get(api, revision.id)).toMatchObject({ phase: 'commit', status: 'ready' })
      expect((await api.get(`/revisions/${revision.id}/model`, as)).bytes).toHaveLength(5)
    },
  },
]
