import { expect } from 'vitest'
import { starter } from './direct.ts'
import type { Case } from './suite.ts'

const ada = 'svc-key-ada-admin'
const bot = 'svc-key-bot-write'

/** Effects of active triggers on requests, equal through every transport. */
export const triggers: readonly Case[] = [
  {
    name: 'a lost response: the work is done, and a second try finds it done',
    clauses: [],
    async run(api, emulator) {
      emulator.triggers.add({ when: { endpoint: 'POST /blobs/:org_id', nth: 1 }, do: { lose_response: true } })
      const create = () => api.post('/blobs/acme', ada, { alias: 'lost', type: 'text' })
      await expect(create()).rejects.toThrow(TypeError)
      const again = await create()
      expect([again.status, again.body.error]).toEqual([409, 'alias_taken'])
      expect(emulator.triggers.list()).toMatchObject([{ id: 'trigger-1', matched: 2, fired: 1 }])
    },
  },
  {
    name: 'a record deleted between two pages by a trigger breaks the resumption',
    clauses: ['pagination.record.deleted-record'],
    async run(api, emulator) {
      const list = (params: object) => api.post('/workflow/list_sessions', ada, { org_id: 'acme', ...params })
      const first = await list({})
      const cursor: string = first.body.last_session_id
      emulator.triggers.add({
        when: { command: 'workflow.list_sessions', params: { start_session_id: cursor } },
        do: { delete: { sessions: cursor } },
      })
      const second = await list({ start_session_id: cursor })
      expect([second.status, second.body.error]).toEqual([500, 'internal_error'])
      expect((await list({})).status).toBe(200)
      expect(emulator.triggers.list()).toMatchObject([{ matched: 1, fired: 1 }])
    },
  },
  {
    name: 'a commit that fails, and its reset',
    clauses: ['revision.reset.failed-commit-becomes-draft-ready', 'revision.reset.clears-failed-operation'],
    async run(api, emulator) {
      emulator.triggers.add({
        when: { endpoint: 'POST /revisions/:id/commit' },
        do: [{ fail_operation: { error: 'disk_full' } }, { delay: 20 }],
      })
      const id = starter.revision.pending
      const { body } = await api.post(`/revisions/${id}/commit`, bot)
      expect((await api.get(`/operations/${body.operation.id}`, bot)).body.operation).toMatchObject({
        status: 'failed',
        error: 'disk_full',
      })
      expect((await api.get(`/revisions/${id}`, bot)).body.revision).toMatchObject({
        phase: 'draft',
        status: 'failed',
        failed_operation: 'commit',
      })
      expect((await api.post(`/revisions/${id}/reset`, bot)).body).toEqual({ status: 'success' })
    },
  },
  {
    name: 'one caller is refused now and then, the others never',
    clauses: ['envelope.failure-has-error-and-message'],
    async run(api, emulator) {
      emulator.triggers.add({
        when: { endpoint: 'GET /users/me', caller: 'build-bot', every: 2 },
        do: { fail: { error: 'internal_error' } },
      })
      const statuses: number[] = []
      for (const as of [bot, ada, bot, ada, bot, bot]) statuses.push((await api.get('/users/me', as)).status)
      expect(statuses).toEqual([200, 200, 500, 200, 200, 500])
    },
  },
  {
    name: 'an account that a trigger retires is refused from the next request on',
    clauses: [],
    assumptions: ['A-15'],
    async run(api, emulator) {
      emulator.triggers.add({
        when: { endpoint: 'GET /users/me', nth: 1, at: 'after' },
        do: { update: { users: { 'build-bot': { status: 'retired' } } } },
      })
      expect((await api.get('/users/me', bot)).body.user.status).toBe('active')
      expect((await api.get('/users/me', bot)).status).toBe(401)
    },
  },
]
