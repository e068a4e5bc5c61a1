import type * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { catalog } from '../../emulator/service/catalog.ts'
import type { Example } from '../../emulator/host/documents/example.ts'
import { readTitle } from '../../emulator/host/documents/names.ts'
import { examplesFor, sampleRequest } from '../../emulator/host/examples.ts'
import type { Json } from '../../emulator/host/documents/json-schema.ts'
import { openApi, openRpc } from '../../emulator/host/documents.ts'
import { handle } from '../../emulator/host/dispatch.ts'
import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { findAssumptions } from '../../emulator/engine/kernel/unit/assumed.ts'
import type { Unit } from '../../emulator/engine/kernel/unit/definition.ts'
import { findHeader, type WireResponse } from '../../emulator/engine/kernel/wire.ts'

/**
 * The line between what the specification shows and what only assumptions give, written down once more from the
 * specification alone, and held against the units, the documents, the modes and the coverage.
 */

/** Operations whose method and path are shown, and commands that are named. */
const shown = [
  'GET /users/:user_id',
  'PATCH /users/:user_id',
  'GET /users/:user_id/orgs',
  'GET /users/:user_id/limits',
  'GET /users/target/:target/:target_id',
  'POST /api-keys/target/:target/:target_id',
  'GET /api-keys/target/:target/:target_id',
  'DELETE /api-keys/:id',
  'GET /members/target/:target/:target_id',
  'DELETE /members/:id',
  'GET /credentials/target/:target/:target_id',
  'DELETE /credentials/:id',
  'DELETE /orgs/:org_id',
  'GET /orgs/:org_id/blobs',
  'GET /blobs/:org_id/:blob_id/revisions',
  'POST /revisions/:revision_id/reset',
  'GET /blobs/:org_id/:blob_id/metadata/:alias',
  'GET /revisions/:revision_id/metadata/:alias',
  'workflow.check_definition',
  'workflow.list_definitions',
  'workflow.list_sessions',
  'workflow.list_executions',
  'workflow.list_session_objects',
  'workflow.list_session_thread_items',
  'workflow.list_session_graph_elements',
  'workflow.list_session_graph_neighbors',
  'workflow.list_session_events',
  'workflow.list_execution_events',
  'workflow.query_session_graph',
  'scheduler.list_schedules',
  'scheduler.list_executions',
]

/** Fields of the records of answers that are shown, by the name of the shape. */
const fields: Readonly<Record<string, readonly string[]>> = {
  User: ['id', 'name', 'alias', 'type', 'status', 'role'],
  ApiKey: [
    'id',
    'role',
    'target',
    'target_id',
    'target_target_id',
    'user_id',
    'created_by_user_id',
    'key_prefix',
    'created_at',
  ],
  CreatedApiKey: [
    'id',
    'role',
    'target',
    'target_id',
    'target_target_id',
    'user_id',
    'created_by_user_id',
    'key_prefix',
    'created_at',
    'key',
  ],
  Revision: ['id', 'status', 'phase', 'failed_operation'],
  // Nothing but their identifiers, and what other sections name.
  Org: ['id', 'alias', 'visibility'],
  BlobRecord: ['id', 'alias', 'visibility'],
  Member: ['id'],
  Credential: ['id'],
  Session: ['id', 'alias'],
  Definition: ['id', 'alias'],
  Schedule: ['id', 'alias'],
  // Their ids are cursors.
  Execution: ['id'],
  Firing: ['id'],
}

/** Fields of bodies and queries that are shown. */
const sent: Readonly<Record<string, readonly string[]>> = {
  'POST /api-keys/target/:target/:target_id': ['role', 'description'],
  'GET /blobs/:org_id/:blob_id/revisions': ['cursor', 'limit'],
}
const ofPages = ['cursor', 'limit', 'start_session_id', 'start_execution_id', 'start_schedule_id']

interface Shape extends v.GenericSchema {
  readonly entries?: Readonly<Record<string, never>>
  readonly item?: Shape
}

const api = openApi(catalog) as {
  paths: Record<string, Record<string, Json>>
  components: { schemas: Record<string, { properties: Record<string, Json> }> }
}
const rpc = openRpc(catalog) as { methods: (Json & { name: string; params: { name: string; schema: Json }[] })[] }
const examples = examplesFor(catalog)

/** The records of an answer with the name of their shape. */
function* recordsIn({ returns }: Unit, answer: Json): Generator<[string, Json]> {
  for (const [name, schema] of Object.entries(returns) as [string, Shape][]) {
    const shape = schema.item ?? schema
    if (shape.entries === undefined) continue
    const title = readTitle(shape) ?? ''
    for (const record of [answer[name]].flat())
      if (typeof record === 'object' && record !== null) yield [title, record as Json]
  }
}

function ask(emulator: Emulator, unit: Unit): { status: number; answer: Json } {
  const { status, headers, body } = handle(emulator, sampleRequest(unit, unit.sample!)) as WireResponse
  return { status, answer: JSON.parse(findHeader(headers, 'x-response-body') ?? (body as string)) as Json }
}

describe('the line between what is shown and what is assumed', () => {
  it('is that of the specification for every operation', () => {
    expect(
      catalog
        .filter(({ assumed }) => !assumed)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(shown.toSorted())
  })

  it.each(catalog)('$id: its fields', (unit) => {
    for (const [name, schema] of Object.entries(unit.returns) as [string, Shape][]) {
      const shape = schema.item ?? schema
      if (shape.entries === undefined) continue
      const documented = Object.keys(shape.entries).filter(
        (field) => findAssumptions(shape.entries![field]!) === undefined,
      )
      expect(documented.toSorted(), name).toEqual((fields[readTitle(shape) ?? ''] ?? []).toSorted())
    }
    const taken = { ...unit.bodySchema.entries, ...unit.querySchema?.entries }
    const documented = Object.keys(taken).filter((field) => findAssumptions(taken[field] as never) === undefined)
    if (!unit.assumed)
      expect(documented.toSorted()).toEqual(
        [
          ...(sent[unit.id] ?? []),
          ...Object.keys(taken).filter((field) => ofPages.includes(field) && !sent[unit.id]?.includes(field)),
        ].toSorted(),
      )
  })

  it('is the same in the documents', () => {
    for (const [path, operations] of Object.entries(api.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const unit = catalog.find(
          (each) =>
            each.method.toLowerCase() === method && each.path.replace(/:\w+/g, '{}') === path.replace(/\{\w+\}/g, '{}'),
        )!
        expect('x-assumed' in operation, unit.id).toBe(!shown.includes(unit.id))
      }
    }
    for (const [name, { properties }] of Object.entries(api.components.schemas)) {
      const documented = Object.keys(properties).filter((field) => !('x-assumed' in properties[field]!))
      expect(documented.toSorted(), name).toEqual((fields[name] ?? []).toSorted())
    }
    for (const method of rpc.methods.slice(1)) {
      expect('x-assumed' in method, method.name).toBe(!shown.includes(method.name))
      for (const { name, schema } of method.params) {
        expect('x-assumed' in schema && !ofPages.includes(name), `${method.name} ${name}`).toBe(!ofPages.includes(name))
      }
    }
  })

  const refusing = createEmulator({ settings: { unspecified: 'refuse' } })

  it.each(catalog)('$id: `refuse` answers nothing that rests on assumptions alone', (unit) => {
    const { status, answer } = ask(refusing.fork(), unit)
    const taken = [...Object.keys(unit.sample!.body ?? {}), ...Object.keys(unit.sample!.query ?? {})]
    const answered =
      shown.includes(unit.id) && taken.every((field) => ofPages.includes(field) || sent[unit.id]?.includes(field))
    expect([unit.id, status]).toEqual([unit.id, answered ? 200 : 501])
    for (const [title, record] of recordsIn(unit, answer)) {
      expect(
        Object.keys(record).filter((field) => !fields[title]?.includes(field)),
        title,
      ).toEqual([])
    }
  })

  it('is what coverage says: an answer of an operation that is not shown rests on an assumption that its unit names', () => {
    const base = createEmulator()
    for (const unit of catalog) {
      const emulator = base.fork()
      ask(emulator, unit)
      const { assumptions } = emulator.coverage()
      const exercised = assumptions.items.filter(({ count }) => count > 0).map(({ id }) => id as string)
      const own = unit.statements.filter((id) => id.startsWith('A-'))
      if (!shown.includes(unit.id))
        expect(
          own.some((id) => exercised.includes(id)),
          unit.id,
        ).toBe(true)
    }
  })
})

describe('twelve seeds of `vary`', () => {
  const answers = new Map<string, Json[]>()
  const seeds = Array.from({ length: 12 }, (_, seed) => seed + 1)
  const base = createEmulator({ settings: { unspecified: 'vary', otherwise: [] } })

  it.each(catalog)('$id: keep every field that is shown', (unit) => {
    const [...plain] = recordsIn(unit, (examples.get(unit) as Example).answer as Json)
    for (const seed of seeds) {
      const { answer } = ask(base.fork({ seed }), unit)
      for (const [title, record] of recordsIn(unit, answer)) {
        answers.set(title, [...(answers.get(title) ?? []), record])
        const present =
          fields[title]?.filter((field) =>
            plain.some(([other, { [field]: value }]) => other === title && value !== undefined),
          ) ?? []
        expect(Object.keys(record), title).toEqual(expect.arrayContaining(present))
      }
    }
  })

  it('leave no other field of any record in place in all answers, and none out of all', () => {
    for (const [name, { properties }] of Object.entries(api.components.schemas)) {
      for (const field of Object.keys(properties)) {
        if (fields[name]?.includes(field)) continue
        const records = answers.get(name)!
        expect(
          records.some((record) => !(field in record)),
          `${name}.${field} is always there`,
        ).toBe(true)
        if (!['from', 'to'].includes(field))
          expect(
            records.some((record) => field in record),
            `${name}.${field} is never there`,
          ).toBe(true)
      }
    }
  })
})
