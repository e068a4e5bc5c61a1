import type { Emulator } from '../../../emulator/index.ts'
import { row, type Ask, type Asked, type MarkTable } from './marks.ts'

const objects = 'ada call workflow.list_session_objects'
const sessions = 'ada call workflow.list_sessions'
const revisions = 'ada GET /blobs/acme/notes/revisions'
const first: Asked = [objects, { session_id: 'run-01' }]
const resumed: Ask = {
  ask: objects,
  body: { session_id: 'run-01', cursor: '{cursor}' },
  after: [{ ask: objects, body: { session_id: 'run-01' }, save: { cursor: (answer) => answer.cursor } }],
}
const garbage: Asked = [objects, { session_id: 'run-01', cursor: 'garbage' }]
const oneSession: Asked = [sessions, { org_id: 'ada-lab' }]
const page: Asked = [sessions, { org_id: 'acme' }]
const token: Ask = { ask: sessions, body: { org_id: 'acme' }, save: { last: (answer) => answer.last_session_id } }
const nextPage: Ask = { ask: sessions, body: { org_id: 'acme', start_session_id: '{last}' }, after: [token] }
const cursorOfOtherListing: Ask = {
  ask: 'ada call scheduler.list_executions',
  body: { org_id: 'acme', start_execution_id: '{last}' },
  after: [
    {
      ask: 'ada call workflow.list_executions',
      body: { org_id: 'acme' },
      save: { last: (answer) => answer.last_execution_id },
    },
  ],
}
const unknownStart: Asked = [sessions, { org_id: 'acme', start_session_id: '00000000-0000-4000-8000-00000000dead' }]
const chooseOne =
  (count: number): Ask['given'] =>
  ({ world }: Emulator) => {
    for (let n = 0; n < count; n++) world.sessions.insert({ alias: `s-${n}`, org: 'ada-lab' })
  }
const withRevisions =
  (count: number, phase: 'commit' | 'draft' = 'commit'): Ask['given'] =>
  ({ world }: Emulator) => {
    for (let n = 0; n < count; n++) world.revisions.insert({ blob: 'notes', phase, status: 'ready' })
  }
const listing = (count: number, query = '', who = 'ada'): Ask => ({
  ask: `${who} GET /blobs/acme/notes/revisions${query}`,
  given: withRevisions(count),
})
const drafts = (query: string, after: 'commit' | 'draft' = 'draft'): Ask => ({
  ask: `ben GET /blobs/acme/notes/revisions${query}`,
  given({ world }) {
    for (const phase of [after, 'commit', 'draft', 'draft'] as const)
      world.revisions.insert({ blob: 'notes', phase, status: 'ready' })
  },
})
/** Listings with so small a budget that they are cut. */
const cut = (ask: string, body?: unknown, given?: Ask['given']): Ask => ({
  ask,
  settings: { unpaginated_bytes: 300 },
  ...(body !== undefined && { body }),
  ...(given && { given }),
})
const metadata: Ask['given'] = ({ world }) => {
  for (const [target, id] of [
    ['blob', 'd1'],
    ['revision', 'e1'],
  ] as const)
    for (let n = 0; n < 9; n++)
      world.metadata.insert({
        target,
        target_id: `00000000-0000-4000-8000-0000000000${id}`,
        alias: 'tags',
        key: `k${n}`,
        value: 'v'.repeat(50),
      })
}
const opaque = (ask: Asked, wrong: Asked) => row([ask], [wrong, page])
const record = (ask: Asked, wrong: Asked) => row([ask], [wrong, first])
const exactlyTen: Ask = { ask: sessions, body: { org_id: 'ada-lab' }, given: chooseOne(10) }
const hiddenOrgs: Ask['given'] = ({ world }) => {
  world.users.insert({ alias: 'eve' })
  for (const [alias, visibility] of [
    ['h-1', 'private'],
    ['h-2', 'private'],
    ['h-3', 'private'],
    ['h-4', 'public'],
  ] as const) {
    world.orgs.insert({ alias, visibility })
    world.members.insert({ user: 'eve', target: 'org', target_id: alias })
  }
}
const node = '00000000-0000-4000-8000-000000000601'
const graph = (params: object): Asked => [
  'ada call workflow.query_session_graph',
  { session_id: 'run-01', start: node, depth: 2, ...params },
]
const capped = (params: object): Ask => ({
  ask: 'ada call workflow.query_session_graph',
  body: { session_id: 'run-01', start: node, ...params },
  settings: { limits: { graph_elements: 3 } },
})

export const pages: MarkTable = {
  'pagination.no-query-parameters': row(
    ['ada GET /orgs/acme/blobs?limit=1', 'ada GET /users/me/orgs?cursor=x'],
    ['ada GET /orgs/acme/blobs?limit=50', 'ada GET /users/me?limit=1', `${revisions}?limit=1`],
  ),
  'pagination.cursor-is-a-body-field': row([resumed, nextPage], [first, garbage, unknownStart]),
  'pagination.shape-belongs-to-endpoint': row(
    [oneSession, listing(2), cut('ada GET /orgs/acme/blobs')],
    [first, page, 'ada GET /orgs/acme/blobs', 'ada GET /api-keys/target/org/acme'],
  ),
  'pagination.opaque.cursor-in-response': row([first, resumed, listing(0)], [garbage, page]),
  'pagination.opaque.resumes-at-cursor': row([resumed], [first, garbage]),
  'pagination.opaque.limit-accepted': row(
    [[objects, { session_id: 'run-01', limit: 3 }], listing(2, '?limit=1')],
    [first, [objects, { session_id: 'run-01', limit: 200 }], [objects, { session_id: 'run-01', limit: 201 }]],
  ),
  'pagination.opaque.limit-is-optional': row([first], [[objects, { session_id: 'run-01', limit: 3 }], garbage]),
  'pagination.opaque.null-means-exhausted': row([listing(2)], [first, resumed, garbage]),
  'pagination.opaque.modified-cursor-refused': row(
    [{ ...resumed, body: { session_id: 'run-01', cursor: 'x{cursor}' } }],
    [
      garbage,
      resumed,
      { ...resumed, ask: 'ada call workflow.list_session_events' },
      [objects, { session_id: 'run-01', cursor: null }],
    ],
  ),
  'pagination.opaque.limit-above-maximum-refused': row(
    [[objects, { session_id: 'run-01', limit: 201 }], `${revisions}?limit=201`],
    [
      [objects, { session_id: 'run-01', limit: 0 }],
      [objects, { session_id: 'run-01', limit: 200 }],
    ],
  ),
  'pagination.record.last-id-in-response': row([page, oneSession], [unknownStart, first]),
  'pagination.record.resumes-at-start-id': row([nextPage], [page, unknownStart]),
  'pagination.record.limit-refused': row(
    [[sessions, { org_id: 'acme', limit: 10 }]],
    [page, [objects, { session_id: 'run-01', limit: 201 }], [sessions, { org_id: 'acme', odd: 1 }]],
  ),
  'pagination.record.page-of-ten': row([page], [oneSession, exactlyTen]),
  'pagination.record.newest-first': row(
    [page, { ask: sessions, body: { org_id: 'ada-lab' }, given: chooseOne(2) }],
    [oneSession, { ask: sessions, body: { org_id: 'ada-lab' }, given: chooseOne(1) }],
  ),
  'pagination.record.order-not-changeable': row(
    [[sessions, { org_id: 'acme', order: 'oldest' }]],
    [page, [sessions, { org_id: 'acme', odd: 'oldest' }], [objects, { session_id: 'run-01', order: 'newest' }]],
  ),
  'pagination.record.null-means-exhausted': row([oneSession], [page, unknownStart]),
  'pagination.record.deleted-record': row(
    [{ ...nextPage, after: [token, { ask: 'ada call workflow.delete_session', body: { session_id: '{last}' } }] }],
    [unknownStart, nextPage, [sessions, { org_id: 'acme', start_session_id: 'run-01' }], cursorOfOtherListing],
  ),
  'pagination.complete.whole-set': row(
    ['ada GET /api-keys/target/org/acme', graph({})],
    ['ada GET /api-keys/target/blob/notes', 'ada GET /orgs/acme/blobs'],
  ),
  'pagination.complete.no-pagination-field': row(
    ['ada GET /api-keys/target/org/acme'],
    ['ben GET /api-keys/target/org/acme', page],
  ),
  'pagination.unpaginated.single-page-of-1mb': row(
    [{ ask: 'ada GET /members/target/org/big', fixtures: ['large'] }],
    [
      'ada GET /members/target/org/acme',
      cut('ada GET /members/target/org/acme'),
      { ask: 'ada call workflow.list_definitions', body: { org_id: 'big', category: 'bi' }, fixtures: ['large'] },
    ],
  ),
  'pagination.unpaginated.cut-is-silent': row(
    [cut('ada GET /orgs/acme/blobs')],
    ['ada GET /orgs/acme/blobs', 'ada GET /api-keys/target/org/acme'],
  ),
  'pagination.first-call-omits-cursor': row(
    [first, page, listing(1)],
    [[objects, { session_id: 'run-01', cursor: null }], resumed, oneSession, listing(0)],
  ),
  'pagination.null-cursor-refused': row(
    [
      [objects, { session_id: 'run-01', cursor: null }],
      [sessions, { org_id: 'acme', cursor: null }],
    ],
    [[sessions, { org_id: 'acme', start_session_id: null }], garbage, [objects, { session_id: 'run-01', cursor: 7 }]],
  ),
  'pagination.limit-bounds-rows-read': row([drafts('?limit=2')], [listing(3, '?limit=2'), first, drafts('?limit=50')]),
  'pagination.short-page-is-not-the-end': row(
    [drafts('?limit=3')],
    [drafts('?limit=2'), listing(3, '?limit=3'), first],
  ),
  'pagination.empty-page-is-not-the-end': row(
    [drafts('?limit=2')],
    [drafts('?limit=3'), listing(0), listing(3, '?limit=3')],
  ),
  'pagination.opaque.list-session-objects': opaque(first, garbage),
  'pagination.opaque.list-session-thread-items': opaque(
    ['ada call workflow.list_session_thread_items', { session_id: 'run-01', thread_id: 'main' }],
    ['ada call workflow.list_session_thread_items', { session_id: 'run-01', thread_id: 'main', limit: 0 }],
  ),
  'pagination.opaque.list-session-graph-elements': opaque(
    ['ada call workflow.list_session_graph_elements', { session_id: 'run-01' }],
    ['ada call workflow.list_session_graph_elements', { session_id: 'nothing' }],
  ),
  'pagination.opaque.list-session-graph-neighbors': opaque(
    ['ada call workflow.list_session_graph_neighbors', { session_id: 'run-01', element_id: node }],
    ['ada call workflow.list_session_graph_neighbors', { session_id: 'run-01', element_id: 'x' }],
  ),
  'pagination.opaque.list-session-events': opaque(
    ['ada call workflow.list_session_events', { session_id: 'run-01' }],
    ['ada call workflow.list_session_events', { session_id: 'nothing' }],
  ),
  'pagination.opaque.list-execution-events': opaque(
    {
      ask: 'ada call workflow.list_execution_events',
      body: { execution_id: '{id}' },
      after: [
        {
          ask: 'ada call workflow.list_executions',
          body: { org_id: 'acme' },
          save: { id: (answer) => answer.executions[0].id },
        },
      ],
    },
    ['ada call workflow.list_execution_events', { execution_id: 'nothing' }],
  ),
  'pagination.revisions.cursor-in-query': row(
    [
      {
        ...listing(3, '?limit=1&cursor={cursor}'),
        after: [{ ask: `${revisions}?limit=1`, save: { cursor: (answer) => answer.cursor } }],
      },
    ],
    [listing(3), `${revisions}?cursor=x`],
  ),
  'pagination.revisions.limit-in-query': row(
    [listing(3, '?limit=2')],
    [listing(1, '?limit=2'), listing(3), `${revisions}?limit=0`],
  ),
  'pagination.revisions.limit-default-50': row([listing(51)], [listing(4), listing(50), listing(51, '?limit=50')]),
  'pagination.revisions.limit-minimum-1': row(
    [listing(2, '?limit=1')],
    [listing(2, '?limit=2'), listing(2, '?limit=0'), 'ada GET /blobs/acme/nothing/revisions?limit=1'],
  ),
  'pagination.revisions.limit-maximum-200': row(
    [listing(2, '?limit=200')],
    [listing(2, '?limit=199'), listing(2, '?limit=201')],
  ),
  'pagination.revisions.limit-out-of-range': row(
    [`${revisions}?limit=0`, `${revisions}?limit=201`, 'ada GET /blobs/acme/no-such-blob/revisions?limit=0'],
    [`${revisions}?limit=many`, [objects, { session_id: 'run-01', limit: 0 }]],
  ),
  'pagination.record.workflow-list-sessions': record(page, [sessions, { org_id: 'acme', limit: 1 }]),
  'pagination.record.workflow-list-executions': record(
    ['ada call workflow.list_executions', { org_id: 'acme' }],
    ['ada call workflow.list_executions', { org_id: 'nothing' }],
  ),
  'pagination.record.scheduler-list-schedules': record(
    ['ada call scheduler.list_schedules', { org_id: 'acme' }],
    ['ada call scheduler.list_schedules', { org_id: 'acme', limit: 1 }],
  ),
  'pagination.record.scheduler-list-executions': record(
    ['ada call scheduler.list_executions', { org_id: 'acme' }],
    ['ada call scheduler.list_executions', {}],
  ),
  'pagination.complete.api-keys': row(
    ['ada GET /api-keys/target/org/acme'],
    ['ada GET /api-keys/target/blob/notes', 'ben GET /api-keys/target/org/acme'],
  ),
  'pagination.complete.credentials': row(
    [
      {
        ask: 'ada GET /credentials/target/org/acme',
        given: ({ world }) =>
          void world.credentials.insert({ name: 'n', value: 'v', target: 'org', target_id: 'acme', created_by: 'ada' }),
      },
    ],
    ['ada GET /credentials/target/blob/notes'],
  ),
  'pagination.complete.target-users': row(
    ['ada GET /users/target/org/acme'],
    ['ben GET /users/target/user/ben', 'ben GET /users/target/org/ada-lab'],
  ),
  'pagination.complete.query-session-graph': row([graph({})], [graph({ depth: 7 }), capped({})]),
  'pagination.graph.caps-refuse': row([graph({ depth: 7 }), capped({})], [graph({ depth: -1 }), graph({})]),
  'pagination.graph.never-partial': row([capped({}), graph({ depth: 7 })], [graph({}), graph({ depth: 1 })]),
  'pagination.unpaginated.list-definitions': row(
    [cut('ada call workflow.list_definitions', { org_id: 'acme' })],
    [['ada call workflow.list_definitions', { org_id: 'acme' }]],
  ),
  'pagination.unpaginated.org-blobs': row([cut('ada GET /orgs/acme/blobs')], ['ada GET /orgs/acme/blobs']),
  'pagination.unpaginated.user-orgs': row(
    [cut('ada GET /users/eve/orgs', undefined, hiddenOrgs)],
    ['ada GET /users/ada/orgs'],
  ),
  'pagination.unpaginated.target-members': row(
    [cut('ada GET /members/target/org/acme')],
    ['ada GET /members/target/org/acme'],
  ),
  'pagination.unpaginated.blob-metadata': row(
    [cut('ada GET /blobs/acme/weights/metadata/tags', undefined, metadata)],
    [{ ask: 'ada GET /blobs/acme/weights/metadata/tags', given: metadata }],
  ),
  'pagination.unpaginated.revision-metadata': row(
    [cut('ada GET /revisions/$e1/metadata/tags', undefined, metadata)],
    [{ ask: 'ada GET /revisions/$e1/metadata/tags', given: metadata }],
  ),
  'pagination.unpaginated.definitions-filter-after-cut': row(
    [cut('ada call workflow.list_definitions', { org_id: 'acme', category: 'bi' })],
    [
      ['ada call workflow.list_definitions', { org_id: 'acme', category: 'bi' }],
      cut('ada call workflow.list_definitions', { org_id: 'acme' }),
      cut('ada call workflow.list_definitions', { org_id: 'acme', category: 'etl' }),
    ],
  ),
  'pagination.unpaginated.blobs-filter-after-cut': row(
    [cut('ada GET /orgs/acme/blobs?visibility=private')],
    ['ada GET /orgs/acme/blobs?visibility=public', cut('ada GET /orgs/acme/blobs')],
  ),
  'pagination.unpaginated.orgs-filter-after-cut': row(
    [cut('ada GET /users/eve/orgs', undefined, hiddenOrgs)],
    ['ben GET /users/ada/orgs', cut('ada GET /users/me/orgs')],
  ),
  'pagination.unpaginated.empty-does-not-prove-absence': row(
    [
      cut('ada call workflow.list_definitions', { org_id: 'acme', category: 'bi' }),
      cut('ada GET /users/eve/orgs', undefined, hiddenOrgs),
    ],
    [
      cut('ada call workflow.list_definitions', { org_id: 'acme', category: 'nothing' }),
      ['ada call workflow.list_definitions', { org_id: 'acme', category: 'nothing' }],
    ],
  ),
  'revisions.list.answers-revisions-of-blob': row([listing(1)], [listing(0), 'ada GET /blobs/acme/nothing/revisions']),
  'revisions.list.answers-cursor': row([listing(0), listing(2, '?limit=1')], [`${revisions}?limit=0`, first]),
  'revisions.list.null-when-exhausted': row([listing(2)], [listing(2, '?limit=1'), oneSession]),
  'revisions.metadata.under-alias': row(
    [{ ask: 'ada GET /revisions/$e1/metadata/tags', given: metadata }],
    ['ada GET /revisions/$e1/metadata/tags', 'ada GET /revisions/$a1/metadata/tags'],
  ),
  'blobs.metadata.under-alias': row(
    [{ ask: 'ada GET /blobs/acme/weights/metadata/tags', given: metadata }],
    [
      'ada GET /blobs/acme/weights/metadata/tags',
      { ask: 'ada GET /blobs/acme/weights/metadata/other', given: metadata },
    ],
  ),
}
