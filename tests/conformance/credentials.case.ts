import { expect } from 'vitest'
import type { Case } from './suite.ts'

const A = 'svc-key-ada-admin'

export const credentials: readonly Case[] = [
  {
    name: 'a listing answers the credentials of its target and no other, and never a value',
    clauses: ['credentials.list.answers-credentials-of-target', 'pagination.complete.credentials'],
    assumptions: ['A-19'],
    async run(api) {
      const targets = ['org/acme', 'blob/draft', 'blob/weights', 'user/me', 'user/build-bot']
      for (const target of targets)
        expect(
          (await api.post(`/credentials/target/${target}`, A, { name: `for ${target}`, value: 'hunter2' })).status,
        ).toBe(200)
      for (const target of targets) {
        const reply = await api.get(`/credentials/target/${target}`, A)
        expect(reply.body.credentials.map((credential: { name: string }) => credential.name)).toEqual([`for ${target}`])
        expect(new TextDecoder().decode(reply.bytes)).not.toContain('hunter2')
      }
    },
  },
  {
    name: 'deleting a credential removes it and answers the status alone',
    clauses: ['credentials.delete.removes-credential', 'credentials.delete.answers-status-only'],
    async run(api) {
      const { id } = (await api.post('/credentials/target/org/acme', A, { name: 'x', value: 'v' })).body.credential
      const { status, body } = await api.delete(`/credentials/${id}`, A)
      expect([status, body]).toEqual([200, { status: 'success' }])
      expect((await api.get('/credentials/target/org/acme', A)).body.credentials).toEqual([])
      expect((await api.delete(`/credentials/${id}`, A)).status).toBe(404)
    },
  },
]
