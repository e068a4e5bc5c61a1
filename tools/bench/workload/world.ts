/** The world that requests of the benchmark are about: as many ids, callers and listings as tests of a real program have, and more. */

export const USERS = 1_000
export const CALLERS = 20
/** Of each kind: organizations with sessions, blobs with revisions, sessions with objects. */
export const LISTINGS = 4
/** Records of a listing, which is walked by pages of ten: 100 pages. */
export const LISTED = 1_000
export const PAGE = 10

/** The key of a caller, counted from 0; every one is an admin of the organizations. */
export const callerKey = (caller: number): string => `svc-key-bench-${String((caller % CALLERS) + 1).padStart(2, '0')}`

export const orgs = names('org')
export const blobs = names('blob')
export const sessions = names('walked')

function names(kind: string): string[] {
  return Array.from({ length: LISTINGS }, (_, index) => `${kind}-${index + 1}`)
}

/** A fixture with `users` users: the records that requests are about, and others beside them. */
export function benchFixture(users = USERS): object {
  return {
    fixture: 1,
    name: 'bench',
    records: {
      orgs: orgs.map((alias) => ({ alias, visibility: 'public' })),
      blobs: blobs.map((alias) => ({ org: orgs[0], alias, type: 'text', visibility: 'public' })),
      sessions: sessions.map((alias) => ({ org: orgs[0], alias })),
    },
    generate: {
      users: { count: users, alias: 'user-{n}', name: 'User {n} of the benchmark', type: 'human' },
      api_keys: {
        count: CALLERS,
        key: 'svc-key-bench-{n:2}',
        role: 'admin',
        target: 'user',
        target_id: 'user-{n}',
        created_by: 'user-{n}',
      },
      members: orgs.map((org) => ({ count: CALLERS, user: 'user-{n}', target: 'org', target_id: org, role: 'admin' })),
      sessions: orgs.map((org) => ({ count: LISTED, org, alias: `${org}-session-{n:4}` })),
      revisions: blobs.map((blob) => ({ count: LISTED, blob, number: { $number: '{n}' }, phase: 'commit' })),
      objects: sessions.map((session) => ({
        count: LISTED,
        session,
        key: 'object-{n:4}',
        value: { size: { $number: '{n}' } },
      })),
    },
  }
}
