import { expect, test } from 'vitest'
import { starter, starterId } from '../../../../tests/conformance/direct.ts'
import { hostOf } from '../../../host/instance-of.ts'
import { createEmulator } from '../../../index.ts'
import { tables } from './index.ts'

const [ada, acme, weights] = [starter.user.ada, starter.org.acme, starter.blob.weights]
/** Records of the starter world, by the last three digits of their ids. */
const [definition, session, execution, schedule, thread] = ['101', '201', '301', '401', '501'].map((digits) =>
  starterId('00').replace(/...$/, digits),
)
const later = '2026-01-01T00:01:00.000Z'
const made = { created_at: later }

/** Minimal fixture records, with the fields that their tables derive. */
const drafts: Record<string, [draft: Record<string, unknown>, filled: Record<string, unknown>]> = {
  users: [{ alias: 'eve' }, { name: 'eve', type: 'human', status: 'active', owner_user_id: null, ...made }],
  orgs: [
    { alias: 'eve-lab' },
    { name: 'eve-lab', visibility: 'private', enabled_blob_types: ['text', 'onnx', 'dataset'], ...made },
  ],
  blobs: [
    { alias: 'more', org_id: acme },
    { name: 'more', type: 'text', visibility: 'private', condition: 'ready', ...made },
  ],
  revisions: [
    { blob_id: weights },
    { number: 5, phase: 'draft', status: 'ready', failed_operation: null, note: null, ...made },
  ],
  definitions: [
    { org_id: acme },
    { alias: null, category: null, body: { nodes: [{ id: 'main', kind: 'task' }], edges: [] }, ...made },
  ],
  sessions: [{ org_id: acme }, { alias: null, definition_id: null, ...made }],
  executions: [
    { org_id: acme },
    {
      definition_id: null,
      session_id: null,
      status: 'queued',
      input: null,
      error: null,
      started_at: null,
      finished_at: null,
      ...made,
    },
  ],
  schedules: [
    { org_id: acme, definition_id: definition },
    { alias: null, every_seconds: 3600, enabled: true, ...made },
  ],
  threads: [{ session_id: session }, { name: 'main', ...made }],
  thread_items: [{ thread_id: thread }, { role: 'user', content: null, ...made }],
  api_keys: [
    { key: 'abcdefghijklmnopq', target: 'org', target_id: acme, created_by_user_id: ada },
    {
      role: 'read',
      target_target_id: `org#${acme}`,
      user_id: ada,
      key_prefix: 'abcdefgh***',
      description: null,
      ...made,
    },
  ],
  members: [
    { user_id: ada, target: 'blob', target_id: weights },
    { role: 'read', ...made },
  ],
  operations: [
    { kind: 'delete_blob', target: 'blob', target_id: weights },
    { org_id: acme, blob_id: weights, user_id: null, status: 'running', error: null, finished_at: null, ...made },
  ],
  firings: [
    { schedule_id: schedule, execution_id: execution },
    { org_id: acme, due_at: later, ...made },
  ],
  credentials: [{ name: 'mine', value: 'v', target: 'user', target_id: ada, created_by_user_id: ada }, made],
  metadata: [
    { target: 'blob', target_id: weights, alias: 'card', key: 'author' },
    { value: null, ...made },
  ],
  graph_elements: [{ session_id: session }, { kind: 'node', label: '', ...made }],
  tokens: [
    { token: 'svc-token-eve', user_id: ada },
    { human_user_id: null, expires_at: null, ...made },
  ],
  files: [
    { session_id: session, name: 'empty.txt' },
    { data: new Uint8Array(0), parameters: {}, ...made },
  ],
  models: [{ revision_id: starter.revision.failedDelete }, { data: new Uint8Array(0), parameters: {}, ...made }],
  objects: [
    { session_id: session, key: 'mine' },
    { value: null, ...made },
  ],
  execution_events: [{ execution_id: execution }, { kind: 'note', at: later, data: {} }],
  session_events: [{ session_id: session }, { kind: 'note', at: later, data: {} }],
}

test('every table that a fixture can fill is here', () => {
  const shown = Object.values(tables).filter(({ internal }) => internal !== true)
  expect(Object.keys(drafts).sort()).toEqual(shown.map(({ name }) => name).sort())
})

test.each(Object.entries(drafts))(
  'what a record of %s leaves out is filled, and what it says stays',
  (name, [draft, filled]) => {
    const emulator = createEmulator()
    emulator.clock.advance('1m')
    const table = emulator.world.table(name) as unknown as {
      insert(draft: Record<string, unknown>): Record<string, unknown>
    }
    const { id, ...record } = table.insert(draft)
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(record).toEqual({ ...draft, ...filled })
  },
)

test('a key on a user is that of the user, whoever made it; a key or token that is not given is drawn', () => {
  const { world } = createEmulator()
  const key = world.api_keys.insert({ target: 'user', target_id: 'ada' })
  expect([key.user_id, key.created_by_user_id]).toEqual([ada, ada])
  expect(key.key_prefix).toBe(`${key.key.slice(0, 8)}***`)
  const tokens = [world.tokens.insert({ user_id: 'ada' }), world.tokens.insert({ user_id: 'ada' })].map(
    ({ token }) => token,
  )
  expect(new Set([key.key, ...tokens]).size).toBe(3)
})

test.each([
  ['a', '***'],
  ['abc', 'a***'],
  ['svc-key', 'svc***'],
  ['svc-key-for-tests', 'svc-key-***'],
])('the prefix of the key %j shows at most half of it', (key, prefix) => {
  const { world } = createEmulator()
  expect(world.api_keys.insert({ key, target: 'user', target_id: 'ada' }).key_prefix).toBe(prefix)
})

test('an operation finds its blob through what it changes; one that is over ended when it began', () => {
  const { world } = createEmulator()
  const ofRevision = world.operations.insert({
    kind: 'commit_revision',
    target: 'revision',
    target_id: starter.revision.committed,
    status: 'failed',
  })
  expect(ofRevision).toMatchObject({ blob_id: weights, org_id: acme, finished_at: ofRevision.created_at })
  const ofNothing = world.operations.insert({ kind: 'delete_blob', target: 'blob', org_id: acme, status: 'succeeded' })
  expect([ofNothing.target_id, ofNothing.blob_id]).toEqual([null, null])
})

/** Due times of pending work for a record, in milliseconds from now. */
function dueIn(emulator: ReturnType<typeof createEmulator>, id: string): number[] {
  const { world } = hostOf(emulator)
  return [...world.pending.rows()]
    .filter(({ record }) => record.subject_id === id)
    .map(({ record }) => record.due_ms - world.now)
}

test('what goes on by itself is due when its record says so, and no longer when it is over', () => {
  const emulator = createEmulator()
  const { executions, operations, schedules } = emulator.world
  const { settings } = hostOf(emulator).world
  const queued = executions.insert({ org_id: acme })
  const running = executions.insert({ org_id: acme, status: 'running' })
  const over = executions.insert({ org_id: acme, status: 'cancelled' })
  expect([queued, running, over].map(({ id }) => dueIn(emulator, id))).toEqual([[0], [settings.node_ms], []])
  executions.update(running.id, { status: 'failed' })
  expect(dueIn(emulator, running.id)).toEqual([])
  const operation = operations.insert({ kind: 'delete_blob', target: 'blob', target_id: weights })
  expect(dueIn(emulator, operation.id)).toEqual([settings.operation_ms])
  operations.update(operation.id, { status: 'failed' })
  expect(dueIn(emulator, operation.id)).toEqual([])
  const often = schedules.insert({ org_id: acme, definition_id: 'ingest', every_seconds: 60 })
  expect(dueIn(emulator, often.id)).toEqual([60_000])
  schedules.update(often.id, { every_seconds: 30 })
  expect(dueIn(emulator, often.id)).toEqual([30_000])
  schedules.update(often.id, { enabled: false })
  expect(dueIn(emulator, often.id)).toEqual([])
})

test('the highest number of a revision is kept where the newest does not tell it, for its own blob', () => {
  const emulator = createEmulator()
  const { revisions } = emulator.world
  const kept = () =>
    [...hostOf(emulator).world.revision_numbers.rows()].map(({ record: { blob_id, last } }) => [blob_id, last])
  revisions.insert({ blob_id: weights, number: 7 })
  expect(kept()).toEqual([])
  const low = revisions.insert({ blob_id: weights, number: 2 })
  expect(kept()).toEqual([[weights, 7]])
  revisions.update(low.id, { note: 'x' })
  expect(kept()).toEqual([[weights, 7]])
  revisions.update(low.id, { number: 9 })
  expect(revisions.insert({ blob_id: weights }).number).toBe(10)
  revisions.update(low.id, { blob_id: starter.blob.notes })
  expect(revisions.insert({ blob_id: starter.blob.notes }).number).toBe(10)
})
