import type { Run } from '../../emulator/lab/index.ts'
import { ask } from '../helpers/ask.ts'

/** A client with a mistake, the world that it is tried in, and the smallest world that makes it fail, derived by hand. */
export interface Planted {
  readonly mistake: string
  readonly world: object
  readonly triggers?: readonly object[]
  readonly client: (run: Run) => Promise<unknown>
  /** Records by table. */
  readonly smallest: Readonly<Record<string, number>>
}

type Row = Readonly<Record<string, unknown>>

const list = async (run: Run, path: string, field: string, body?: object): Promise<Row[]> =>
  ((await ask(run, body === undefined ? 'GET' : 'POST', path, body)) as unknown as Record<string, Row[]>)[field] ?? []

function fail(when: boolean, message: string): void {
  if (when) throw new Error(message)
}

const sessions = (run: Run, more = {}) => list(run, '/workflow/list_sessions', 'sessions', { org_id: 'acme', ...more })
const acmeBlobs = (run: Run) => list(run, '/orgs/acme/blobs', 'blobs')

/** Records that let a client in. */
const LOGIN = { users: 1, api_keys: 1 }
/** Records that let it into an organization. */
const MEMBER = { ...LOGIN, orgs: 1, members: 1 }

/** Records that no client needs. */
const many = (count: number) => ({
  orgs: { count: Math.ceil(count / 2), alias: 'other-{n:5}', visibility: { $cycle: ['public', 'private'] } },
  users: { count: Math.floor(count / 2), alias: 'user-{n:5}', name: 'User {n}', type: 'human' },
})

const starter = { fixtures: ['starter'] }

export const planted: readonly Planted[] = [
  {
    mistake: 'stops at the first page',
    world: { ...starter, generate: many(600) },
    async client(run) {
      const found = await sessions(run)
      fail(found.length < run.emulator.world.sessions.list({ org: 'acme' }).length, 'a page was taken for all')
    },
    smallest: { ...MEMBER, sessions: 11 },
  },
  {
    mistake: 'takes a record that is there for one that is ready',
    world: starter,
    async client(run) {
      for (const { condition } of await acmeBlobs(run)) fail(condition === 'creating', 'the blob is not ready')
    },
    // All but public blobs need a membership.
    smallest: { ...MEMBER, blobs: 1 },
  },
  {
    mistake: 'loses one of two records of one time',
    world: {
      ...starter,
      generate: {
        sessions: {
          count: 300,
          org: 'ada-lab',
          alias: 'late-{n:3}',
          created_at: '2026-01-01T{n%24:2}:{n%10:2}:00.000Z',
        },
      },
    },
    async client(run) {
      const found: Row[] = []
      for (let last: unknown, page: Row[] = []; found.length === 0 || page.length === 10; last = page.at(-1)!['id']) {
        page = await list(run, '/workflow/list_sessions', 'sessions', {
          org_id: 'ada-lab',
          ...(last !== undefined && { start_session_id: last }),
        })
        found.push(...page)
        if (page.length === 0) break
      }
      fail(new Map(found.map((each) => [each['created_at'], each])).size < found.length, 'a session was lost')
    },
    smallest: { ...MEMBER, sessions: 2 },
  },
  {
    mistake: 'goes on from a record that another client deletes meanwhile',
    world: starter,
    triggers: [
      { when: { endpoint: 'GET /users/me', nth: 1 }, do: { delay: 1 }, optional: true },
      { when: { command: 'workflow.list_sessions', nth: 1, at: 'after' }, do: { delete: { sessions: 'run-16' } } },
    ],
    async client(run) {
      const found = await sessions(run)
      await sessions(run, { start_session_id: found.at(-1)?.['id'] })
    },
    // The last record of a full page.
    smallest: { ...MEMBER, sessions: 10 },
  },
  {
    mistake: 'repeats a creation whose answer was lost',
    world: { ...starter, generate: many(500) },
    triggers: [{ when: { endpoint: 'POST /orgs', nth: 1 }, do: { lose_response: true } }],
    async client(run) {
      const create = () => ask(run, 'POST', '/orgs', { alias: 'mine', name: 'Mine' })
      await create().catch((error: Error) => (error.message === 'alias_taken' ? Promise.reject(error) : create()))
    },
    smallest: LOGIN,
  },
  {
    mistake: 'takes a page that is not full for the last one',
    world: { ...starter, settings: { page_rows: 3, operation_ms: 10 } },
    async client(run) {
      const found = await list(run, '/blobs/acme/weights/revisions', 'revisions')
      const all = run.emulator.world.revisions.list({ blob: 'weights' }).length
      fail(found.length < 50 && found.length < all, 'revisions are missing')
    },
    smallest: { ...LOGIN, orgs: 1, blobs: 1, revisions: 4 },
  },
  {
    mistake: 'takes every member for a human',
    world: { ...starter, generate: many(400) },
    async client(run) {
      for (const { user_id: id } of await list(run, '/members/target/org/acme', 'members')) {
        const { user } = (await ask(run, 'GET', `/users/${String(id)}`)) as unknown as { user: Row }
        fail(user['type'] !== 'human', 'a member is no human')
      }
    },
    smallest: { ...MEMBER, users: 2, members: 2 },
  },
  {
    mistake: 'walks a graph without noting where it was',
    world: starter,
    async client(run) {
      const start = '00000000-0000-4000-8000-000000000601'
      const ends = new Map(run.emulator.world.graph_elements.list().map(({ from, to }) => [from, to]))
      let at = ends.get(start)
      for (let step = 0; at !== undefined; at = ends.get(at)) fail(++step > 40, 'it walks in a circle')
      await ask(run, 'GET', '/users/me')
    },
    // A ring breaks with any of its edges.
    smallest: { ...LOGIN, orgs: 1, sessions: 1, graph_elements: 30 },
  },
  {
    mistake: 'reads the page size where it counts the items of a thread',
    world: starter,
    async client(run) {
      const thread = { session_id: 'run-01', thread: 'main' }
      const found = await list(run, '/workflow/list_session_thread_items', 'items', thread)
      fail(found.length < run.emulator.world.thread_items.size, 'items are missing')
    },
    smallest: { ...MEMBER, sessions: 1, threads: 1, thread_items: 51 },
  },
  {
    mistake: 'keeps sizes in two digits',
    world: { ...starter, generate: many(800) },
    async client(run) {
      const found = await list(run, '/workflow/list_session_objects', 'objects', { session_id: 'run-01', limit: 200 })
      for (const { value } of found) fail((value as { size: number }).size > 99, 'a size does not fit')
    },
    smallest: { ...MEMBER, sessions: 1, objects: 1 },
  },
  {
    mistake: 'takes two organizations of one name for one',
    world: {
      ...starter,
      generate: { orgs: { count: 1_500, alias: 'twin-{n:4}', name: 'Twin {n%700}', visibility: 'public' } },
    },
    async client(run) {
      const names = run.emulator.world.orgs.list().map(({ name }) => name)
      await ask(run, 'GET', '/users/me')
      fail(new Set(names).size < names.length, 'two organizations have one name')
    },
    smallest: { ...LOGIN, orgs: 2 },
  },
  {
    mistake: 'builds a line of its report without quotes',
    world: {
      ...starter,
      records: { blobs: [{ org: 'acme', alias: 'odd', name: 'a "name" with quotes', visibility: 'public' }] },
      generate: { blobs: { count: 2_000, org: 'acme', alias: 'plain-{n:4}', visibility: 'public' } },
    },
    async client(run) {
      const found = await acmeBlobs(run)
      fail(
        found.some(({ name }) => String(name).includes('"')),
        'a name breaks the line',
      )
    },
    smallest: { ...LOGIN, orgs: 1, blobs: 1 },
  },
  {
    mistake: 'shows revisions that failed as they are',
    world: starter,
    async client(run) {
      const found = await list(run, '/blobs/acme/weights/revisions', 'revisions')
      fail(
        found.some(({ status, phase }) => status === 'failed' && phase === 'commit'),
        'a failed revision is shown',
      )
    },
    smallest: { ...LOGIN, orgs: 1, blobs: 1, revisions: 1 },
  },
  {
    mistake: 'takes every schedule for enabled',
    world: { ...starter, generate: many(300) },
    async client(run) {
      const first = await list(run, '/scheduler/list_schedules', 'schedules', { org_id: 'acme' })
      fail(
        first.some(({ enabled }) => enabled === false),
        'a schedule is switched off',
      )
    },
    smallest: { ...MEMBER, definitions: 1, schedules: 1 },
  },
  {
    mistake: 'starts a user who is retired',
    world: { ...starter, generate: many(700) },
    async client(run) {
      const { user } = (await ask(run, 'GET', '/users/old-bot')) as unknown as { user: Row }
      fail(user['status'] === 'retired', 'the user is retired')
    },
    // A service account has an owner: the user of the key.
    smallest: { ...LOGIN, users: 2 },
  },
  {
    mistake: 'trusts a status that the service decides by itself',
    world: { ...starter, settings: { statuses: { org_not_found: 410 }, node_ms: 9 }, generate: many(500) },
    async client({ fetch, baseUrl, apiKey }) {
      const { status } = await fetch(`${baseUrl}/orgs/nobody`, { headers: { 'X-API-Key': apiKey } })
      fail(status !== 404 && status >= 400 && status !== 401, `an unknown organization is ${status}`)
    },
    smallest: LOGIN,
  },
  {
    mistake: 'reads a listing that is cut as whole',
    world: {
      ...starter,
      generate: {
        metadata: {
          count: 600,
          target: 'blob',
          target_id: 'weights',
          alias: 'long',
          key: 'k{n:3}',
          value: 'x'.repeat(20_000),
        },
      },
    },
    async client(run) {
      const found = await list(run, '/blobs/acme/weights/metadata/long', 'metadata')
      const all = run.emulator.world.metadata.list().filter(({ alias }) => alias === 'long').length
      fail(found.length < all, 'entries are cut off')
    },
    // 52 entries of 20,000 characters stay below 1 MB.
    smallest: { ...LOGIN, orgs: 1, blobs: 1, metadata: 53 },
  },
  {
    mistake: 'deletes by a name that another record has',
    world: { ...starter, generate: many(400) },
    async client(run) {
      const found = await acmeBlobs(run)
      const leaving = found.filter(({ condition }) => condition === 'deleting')
      for (const { id } of leaving) await ask(run, 'DELETE', `/blobs/acme/${String(id)}`)
    },
    smallest: { ...MEMBER, blobs: 1 },
  },
  {
    mistake: 'waits for an execution that was never started',
    world: starter,
    async client(run) {
      const found = await list(run, '/workflow/list_executions', 'executions', { org_id: 'ada-lab' })
      for (const { status } of found) fail(status === 'running', 'it runs and runs')
    },
    smallest: { ...MEMBER, executions: 1 },
  },
  {
    mistake: 'asks with a key that may only read',
    world: { ...starter, generate: many(450) },
    async client({ fetch, baseUrl }) {
      const headers = { 'X-API-Key': 'svc-key-ada-read', 'content-type': 'application/json' }
      const body = JSON.stringify({ alias: 'mine', name: 'Mine' })
      const { status } = await fetch(`${baseUrl}/orgs`, { method: 'POST', headers, body })
      fail(status === 403, 'the key may only read')
    },
    smallest: { users: 1, api_keys: 2 },
  },
]
