import { expect } from 'vitest'
import type { Api } from '../conformance/api.ts'

/** A test with a bug of its own. */
export interface Bug {
  readonly bug: string
  readonly test: (api: Api) => Promise<void>
  /** Number of the request whose answer the test misreads. */
  readonly misreads: number
}

const A = 'svc-key-ada-admin'

export const bugs: readonly Bug[] = [
  {
    bug: 'a misspelt field',
    misreads: 2,
    async test(api) {
      expect((await api.get('/orgs/acme', A)).status).toBe(200)
      expect((await api.get('/users/me', A)).body.user.nmae).toBe('Ada')
    },
  },
  {
    bug: 'a wrong variable',
    misreads: 2,
    async test(api) {
      const { user } = (await api.get('/users/me', A)).body
      const { org } = (await api.get('/orgs/acme', A)).body
      expect(org.id).toBe(user.id)
    },
  },
  {
    bug: 'counted wrong',
    misreads: 1,
    async test(api) {
      expect((await api.get('/members/target/org/acme', A)).body.members).toHaveLength(4)
    },
  },
  {
    bug: 'a number compared with a text',
    misreads: 1,
    async test(api) {
      const { revision } = (await api.get('/revisions/00000000-0000-4000-8000-0000000000e1', A)).body
      expect(revision.number).toBe('1')
    },
  },
  {
    bug: 'a misspelt alias',
    misreads: 2,
    async test(api) {
      expect((await api.get('/users/me', A)).status).toBe(200)
      expect((await api.get('/orgs/acmee', A)).body.org.name).toBe('Acme')
    },
  },
  {
    bug: 'months counted from one',
    misreads: 1,
    async test(api) {
      const { user } = (await api.get('/users/me', A)).body
      expect(new Date(user.created_at).getUTCMonth()).toBe(1)
    },
  },
  {
    bug: 'no key in the second request',
    misreads: 2,
    async test(api) {
      expect((await api.get('/users/me', A)).status).toBe(200)
      expect((await api.get('/users/ben')).body.user.name).toBe('Ben')
    },
  },
  {
    bug: 'another record deleted than looked for',
    misreads: 3,
    async test(api) {
      const { members } = (await api.get('/members/target/org/acme', A)).body
      await api.delete(`/members/${members[1].id}`, A)
      const left = (await api.get('/members/target/org/acme', A)).body.members
      expect(left.map(({ id }: { id: string }) => id)).not.toContain(members[2].id)
    },
  },
  {
    bug: 'a misspelt field in a body',
    misreads: 1,
    async test(api) {
      expect((await api.patch('/users/me', A, { nmae: 'Ada L.' })).body.user.name).toBe('Ada L.')
    },
  },
  {
    bug: 'the first page taken for all',
    misreads: 1,
    async test(api) {
      const { sessions } = (await api.post('/workflow/list_sessions', A, { org_id: 'acme' })).body
      expect(sessions).toHaveLength(25)
    },
  },
]
