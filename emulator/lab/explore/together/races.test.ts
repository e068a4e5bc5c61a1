import { describe, expect, it } from 'vitest'
import type { Run } from '../../subjects/function.ts'
import { explore } from '../explore.ts'

/** Clients that race with a copy of themselves, or with another client, and clients that do not. */

type Fields = Readonly<Record<string, unknown>>
interface Answer extends Fields {
  readonly status: string
  readonly error?: string
}
type Ask = (method: string, path: string, body?: object) => Promise<Answer>
type Work = (ask: Ask) => Promise<unknown>

/** A client that stops at the first refusal. */
const client =
  (work: Work) =>
  ({ baseUrl, apiKey, fetch }: Run) =>
    work(async (method, path, body) => {
      const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' }
      const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
      const answer = (await (await fetch(baseUrl + path, init)).json()) as Answer
      if (answer.status !== 'success') throw new Error(answer.error)
      return answer
    })

const call = (ask: Ask, command: string, body: object) => ask('POST', `/${command.replace('.', '/')}`, body)
const list = (answer: Answer, name: string) => answer[name] as Fields[]
const one = (answer: Answer, name: string) => answer[name] as Fields
const keys = '/api-keys/target/org/acme'
const tags = '/blobs/acme/weights/metadata/tags'
const mint = (ask: Ask, description: string) => ask('POST', keys, { role: 'read', description })
const findKeys = async (ask: Ask, description: string) =>
  list(await ask('GET', keys), 'api_keys').filter((key) => key['description'] === description)

/** Makes what it does not find. */
const once = (find: (ask: Ask) => Promise<boolean>, make: Work) =>
  client(async (ask) => void ((await find(ask)) || (await make(ask))))

/** Adds to the value that it read. */
const adds = (read: (ask: Ask) => Promise<unknown>, write: (ask: Ask, value: string) => Promise<unknown>) =>
  client(async (ask) => void (await write(ask, `${String(await read(ask))}+`)))

type Subject = ReturnType<typeof client>
type Row = readonly [name: string, subject: Subject, id: string, schedule: string, beside?: Subject]

const nameIn = (path: string, kind: string) => async (ask: Ask) => one(await ask('GET', path), kind)['name']
const renames = (path: string) => (ask: Ask, name: string) => ask('PATCH', path, { name })
const addsToName = (path: string, kind: string) => adds(nameIn(path, kind), renames(path))
const session = '00000000-0000-4000-8000-000000000201'
const thread = { session_id: session, thread_id: 'main' }
const findSession = async (ask: Ask) => one(await call(ask, 'workflow.get_session', { session_id: session }), 'session')
const objects = async (ask: Ask) =>
  list(await call(ask, 'workflow.list_session_objects', { session_id: session }), 'objects')
const isEmpty = async (ask: Ask) => (await nameIn('/orgs/acme', 'org')(ask)) === 'empty'
const hasBlob = async (ask: Ask) =>
  list(await ask('GET', '/orgs/acme/blobs'), 'blobs').some(({ alias }) => alias === 'extra')
const ignored = (work: Promise<unknown>) => work.catch(() => undefined)

const races: readonly Row[] = [
  ['adds to the name of a user', addsToName('/users/me', 'user'), 'lost-update users', '1-2-2-1'],
  ['adds to the name of an organization', addsToName('/orgs/acme', 'org'), 'lost-update orgs', '1-2-2-1'],
  ['adds to the name of a blob', addsToName('/blobs/acme/weights', 'blob'), 'lost-update blobs', '1-2-2-1'],
  [
    'adds to the alias of a session',
    client(async (ask) => {
      const { alias } = await findSession(ask)
      await call(ask, 'workflow.update_session', { session_id: session, alias: `${String(alias)}-x` })
    }),
    'lost-update sessions session_events',
    '1-2-2-1',
  ],
  [
    'adds to the category of a definition',
    client(async (ask) => {
      const { category } = one(await call(ask, 'workflow.get_definition', { definition_id: 'report' }), 'definition')
      await call(ask, 'workflow.update_definition', { definition_id: 'report', category: `${String(category)}+` })
    }),
    'lost-update definitions',
    '1-2-2-1',
  ],
  [
    'doubles the interval of a schedule',
    client(async (ask) => {
      const { every_seconds: now } = one(
        await call(ask, 'scheduler.get_schedule', { schedule_id: 'every-01' }),
        'schedule',
      )
      await call(ask, 'scheduler.update_schedule', { schedule_id: 'every-01', every_seconds: Number(now) * 2 })
    }),
    'lost-update schedules',
    '1-2-2-1',
  ],
  [
    'counts in metadata',
    client(async (ask) => {
      const count = list(await ask('GET', tags), 'metadata').find(({ key }) => key === 'count')?.['value'] ?? 0
      await ask('PUT', tags, { count: Number(count) + 1 })
    }),
    'lost-update metadata',
    '1-2-2-1',
  ],
  [
    'counts in an object',
    client(async (ask) => {
      const { key, value } = (await objects(ask))[0]!
      await call(ask, 'workflow.put_session_object', { session_id: session, key, value: [value] })
    }),
    'lost-update objects',
    '1-2-2-1',
  ],
  [
    'makes a key that it does not find',
    once(
      async (ask) => (await findKeys(ask, 'build')).length > 0,
      (ask) => mint(ask, 'build'),
    ),
    'doubled-record api_keys',
    '1-2-2-1',
  ],
  [
    'makes a key as long as there is room by its own count',
    once(
      async (ask) => list(await ask('GET', keys), 'api_keys').length > 1,
      (ask) => mint(ask, 'one of two'),
    ),
    'doubled-record api_keys',
    '1-2-2-1',
  ],
  [
    'starts an execution that it does not find',
    once(
      async (ask) =>
        list(await call(ask, 'workflow.list_executions', { org_id: 'acme' }), 'executions').some(
          ({ input }) => input === 'today',
        ),
      (ask) => call(ask, 'workflow.start_execution', { definition_id: 'ingest', input: 'today' }),
    ),
    'doubled-record executions',
    '1-2-2-1',
  ],
  [
    'says hello once in a thread',
    once(
      async (ask) =>
        list(await call(ask, 'workflow.list_session_thread_items', { ...thread, limit: 200 }), 'items').some(
          ({ content }) => content === 'hello',
        ),
      (ask) => call(ask, 'workflow.append_session_thread_item', { ...thread, role: 'user', content: 'hello' }),
    ),
    'doubled-record thread_items',
    '1-2-2-1',
  ],
  [
    'draws a node that it does not find',
    once(
      async (ask) =>
        list(
          await call(ask, 'workflow.list_session_graph_elements', { session_id: session, limit: 200 }),
          'elements',
        ).some(({ label }) => label === 'Source'),
      (ask) => call(ask, 'workflow.put_session_graph_element', { session_id: session, kind: 'node', label: 'Source' }),
    ),
    'doubled-record graph_elements',
    '1-2-2-1',
  ],
  [
    'schedules what is not scheduled',
    once(
      async (ask) =>
        list(await call(ask, 'scheduler.list_schedules', { org_id: 'acme' }), 'schedules').some(
          ({ every_seconds: seconds }) => seconds === 777,
        ),
      (ask) => call(ask, 'scheduler.create_schedule', { org_id: 'acme', definition_id: 'report', every_seconds: 777 }),
    ),
    'doubled-record schedules',
    '1-2-2-1',
  ],
  [
    'opens a session of a report that has none',
    once(
      async (ask) => {
        const { definition } = await call(ask, 'workflow.get_definition', { definition_id: 'report' })
        return list(await call(ask, 'workflow.list_sessions', { org_id: 'acme' }), 'sessions').some(
          (each) => each['definition_id'] === (definition as Fields)['id'],
        )
      },
      (ask) => call(ask, 'workflow.create_session', { org_id: 'acme', definition_id: 'report' }),
    ),
    'doubled-record sessions',
    '1-1-2-2-2-1',
  ],
  [
    'rotates a key',
    client(async (ask) => {
      const old = list(await ask('GET', keys), 'api_keys')
      await mint(ask, 'rotated')
      for (const { id } of old) await ignored(ask('DELETE', `/api-keys/${String(id)}`))
    }),
    'doubled-record api_keys',
    '1-2-2-2-1-1',
  ],
  [
    'claims a job that a worker claims, too',
    client(async (ask) => {
      const { alias } = await findSession(ask)
      if (alias === 'taken') return 'none left'
      await call(ask, 'workflow.update_session', { session_id: session, alias: 'taken' })
      return 'mine'
    }),
    'wrong-output',
    '1-2-2-1',
  ],
  [
    'reads while another renames',
    client(async (ask) => [await nameIn('/orgs/acme', 'org')(ask), await nameIn('/users/me', 'user')(ask)]),
    'wrong-output',
    '1-2-2-1',
    client(async (ask) => {
      await renames('/orgs/acme')(ask, 'New')
      await renames('/users/me')(ask, 'New')
    }),
  ],
  [
    'calls an organization empty while another fills it',
    client(async (ask) => void ((await hasBlob(ask)) || (await renames('/orgs/acme')(ask, 'empty')))),
    'not-serial orgs',
    '1-2-2-1',
    client(
      async (ask) =>
        void ((await isEmpty(ask)) || (await ask('POST', '/blobs/acme', { alias: 'extra', type: 'text' }))),
    ),
  ],
]

describe('a client that is found, with its shortest order,', () => {
  it.each(races.map(([name, ...row]) => ({ name, row })))('$name', async ({ row: [subject, id, schedule, beside] }) => {
    const options = beside === undefined ? { copies: 2 } : { beside: [{ subject: beside }] }
    const { findings } = await explore(subject, options)
    const shown = findings.map((finding) => [finding.id, finding.schedule.slice(0, schedule.length)])
    expect(shown).toEqual([[id, schedule]])
  })
})

const commits = async (ask: Ask) => {
  const { operation } = await ask('POST', '/revisions/00000000-0000-4000-8000-0000000000e4/commit')
  for (;;) {
    const now = one(await ask('GET', `/operations/${String((operation as Fields)['id'])}`), 'operation')
    if (now['status'] !== 'running') return now['status']
  }
}

const clean: readonly (readonly [name: string, subject: Subject])[] = [
  ['reads alone', client(async (ask) => [await nameIn('/users/me', 'user')(ask), (await objects(ask)).length])],
  ['walks a listing', client(async (ask) => list(await ask('GET', '/orgs/acme/blobs'), 'blobs').length)],
  [
    'makes a session with an alias, and takes a refusal',
    client((ask) =>
      ignored(call(ask, 'workflow.create_session', { org_id: 'acme', alias: 'build' })).then(() => 'done'),
    ),
  ],
  [
    'makes an organization with an alias, and says that it is taken',
    client(async (ask) => void (await ask('POST', '/orgs', { name: 'Tools', alias: 'tools' }))),
  ],
  ['writes the same name', client(async (ask) => void (await renames('/users/me')(ask, 'Ada')))],
  ['writes the same metadata', client(async (ask) => void (await ask('PUT', tags, { stage: 'production' })))],
  [
    'writes the same object',
    client(
      async (ask) => void (await call(ask, 'workflow.put_session_object', { session_id: session, key: 'a', value: 1 })),
    ),
  ],
  [
    'works in an organization of its own',
    client(async (ask) => {
      const { id } = one(await ask('POST', '/orgs', { name: 'Own' }), 'org')
      await ask('POST', `/blobs/${String(id)}`, { alias: 'own', type: 'text' })
    }),
  ],
  ['makes a key of its own', client(async (ask) => void (await mint(ask, 'own')))],
  ['deletes what may be gone', client((ask) => ignored(ask('DELETE', '/blobs/acme/notes')).then(() => 'gone'))],
  [
    'takes a lock by an alias before it looks',
    client(async (ask) => {
      await call(ask, 'workflow.create_session', { org_id: 'acme', alias: 'lock' })
      if ((await findKeys(ask, 'build')).length === 0) await mint(ask, 'build')
    }),
  ],
  [
    'makes a draft that it does not find, of which there is one at most',
    once(
      async (ask) =>
        list(await ask('GET', '/blobs/acme/weights/revisions'), 'revisions').some(({ note }) => note === 'retrained'),
      (ask) => ask('POST', '/blobs/acme/weights/revisions', { note: 'retrained' }),
    ),
  ],
  ['polls work to its end, for which time moves', client((ask) => commits(ask))],
]

describe('nothing is found of a client that', () => {
  it.each(clean)('%s', async (_, subject) => {
    const report = await explore(subject, { copies: 2 })
    expect(report.findings).toEqual([])
    expect(report.orders).toMatchObject({ unrepeated: 0 })
    expect(report.orders.tried).toBeGreaterThan(0)
  })
})

it('calls it a hang where all repeat themselves, although schedules are due for ever', async () => {
  const waitsForItsLock = client(async (ask) => {
    const { id } = one(await mint(ask, 'lock'), 'api_key')
    for (;;) if ((await findKeys(ask, 'lock')).length === 1) break
    await ask('DELETE', `/api-keys/${String(id)}`)
  })
  const { findings } = await explore(waitsForItsLock, { copies: 2, budget: '10s' })
  expect(findings.map(({ id, because }) => [id, because])).toEqual([
    ['hung', ['all repeat calls with equal answers, and nothing that is due changes them']],
  ])
})
