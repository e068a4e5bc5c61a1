import { expect } from 'vitest'
import type { Case } from './suite.ts'

export const users: readonly Case[] = [
  {
    name: 'me is the caller, under both schemes',
    clauses: ['identifiers.me.resolves-to-caller', 'identifiers.me.bearer-token', 'identifiers.me.api-key', 'user.role-owner-for-self'],
    async run(api) {
      for (const as of ['svc-key-ada-admin', 'svc-token-ada']) {
        const { status, body } = await api.get('/users/me', as)
        expect(status).toBe(200)
        expect(body).toMatchObject({ status: 'success', user: { alias: 'ada', type: 'human', status: 'active', role: 'owner' } })
      }
    },
  },
]
