import { describe, expect, it } from 'vitest'
import { catalog } from '../../service/catalog.ts'
import { handle } from '../../host/dispatch.ts'
import { createEmulator, type Emulator } from '../../index.ts'
import { sampleRequest } from '../../host/examples.ts'
import type { Unit } from '../../engine/kernel/unit/definition.ts'
import { makeGrant, ROLES } from './grant.ts'
import { findPerimeter } from './perimeter.ts'
import { findCalls } from './recorded-call.ts'
import { TriedCall } from './tried-call.ts'

/**
 * The access that each unit needs, written down from the specification and the assumptions, and not
 * from the code: the least role of a key for the user, for the organization and for a blob of it, `-` where no key of that scope serves.
 * Behind it stand those that are refused where a service account makes the call: its own key, an acting token.
 */
const access: Readonly<Record<string, string>> = {
  // Minting and revoking need admin and a human; listing keys and credentials is an admin-scoped read.
  'POST /api-keys/target/:target/:target_id': 'admin admin - key token',
  'DELETE /api-keys/:id': 'admin - - key token',
  'GET /api-keys/target/:target/:target_id': 'admin - -',
  'POST /credentials/target/:target/:target_id': 'admin admin - key',
  'DELETE /credentials/:id': 'admin admin - key',
  'GET /credentials/target/:target/:target_id': 'admin - -',
  'POST /members/target/:target/:target_id': 'admin admin - key',
  'DELETE /members/:id': 'admin admin - key',
  'GET /members/target/:target/:target_id': 'read read -',
  'GET /users/target/:target/:target_id': 'read read -',
  // Blobs, and what stands below them.
  'POST /blobs/:org_id': 'write write -',
  'DELETE /blobs/:org_id/:blob_id': 'admin admin admin',
  'GET /blobs/:org_id/:blob_id': 'read read read',
  'GET /orgs/:org_id/blobs': 'read read -',
  'PATCH /blobs/:org_id/:blob_id': 'write write write',
  'GET /blobs/:org_id/:blob_id/metadata/:alias': 'read read read',
  'GET /revisions/:revision_id/metadata/:alias': 'read read read',
  'PUT /blobs/:org_id/:blob_id/metadata/:alias': 'write write write',
  'PUT /revisions/:revision_id/metadata/:alias': 'write write write',
  'GET /revisions/:revision_id/model': 'read read read',
  'PUT /revisions/:revision_id/model': 'write write write',
  'GET /operations/:operation_id': 'read read read',
  'POST /revisions/:revision_id/commit': 'write write write',
  'POST /blobs/:org_id/:blob_id/revisions': 'write write write',
  'DELETE /revisions/:revision_id': 'admin admin admin',
  'GET /revisions/:revision_id': 'read read read',
  // A reader succeeds, and its pages leave out the drafts.
  'GET /blobs/:org_id/:blob_id/revisions': 'write write write',
  'POST /revisions/:revision_id/reset': 'write write write',
  'POST /orgs': 'write - -',
  'DELETE /orgs/:org_id': 'admin admin -',
  'GET /orgs/:org_id': 'read read -',
  'GET /orgs/:org_id/limits': 'admin - -',
  'PATCH /orgs/:org_id': 'admin admin -',
  // Oneself and one's service accounts.
  'POST /users': 'write - - key',
  'GET /users/:user_id': 'read read read',
  'GET /users/:user_id/limits': 'read - -',
  'GET /users/:user_id/orgs': 'read - -',
  'POST /users/:user_id/acting-token': 'admin - - key token',
  'DELETE /users/:user_id': 'admin - - key token',
  'PATCH /users/:user_id': 'write - - key',
  // Commands take a key for a blob as one for its organization.
  ...commands('read', [
    'workflow.check_definition',
    'workflow.get_definition',
    'workflow.get_execution',
    'workflow.get_session',
    'GET /workflow/sessions/:session_id/files/:name',
    'workflow.list_definitions',
    'workflow.list_execution_events',
    'workflow.list_executions',
    'workflow.list_session_events',
    'workflow.list_session_graph_elements',
    'workflow.list_session_graph_neighbors',
    'workflow.list_session_objects',
    'workflow.list_session_thread_items',
    'workflow.list_sessions',
    'workflow.query_session_graph',
    'scheduler.get_schedule',
    'scheduler.list_executions',
    'scheduler.list_schedules',
  ]),
  ...commands('write', [
    'workflow.append_session_thread_item',
    'workflow.cancel_execution',
    'workflow.create_definition',
    'workflow.create_session',
    'PUT /workflow/sessions/:session_id/files/:name',
    'workflow.put_session_graph_element',
    'workflow.put_session_object',
    'workflow.start_execution',
    'workflow.update_definition',
    'workflow.update_session',
    'scheduler.create_schedule',
    'scheduler.update_schedule',
  ]),
  ...commands('admin', ['workflow.delete_definition', 'workflow.delete_session', 'scheduler.delete_schedule']),
}

function commands(role: string, units: readonly string[]): Record<string, string> {
  return Object.fromEntries(units.map((unit) => [unit, `${role} ${role} ${role}`]))
}

const base = createEmulator({ trace: true })

function overHttp(unit: Unit): Emulator {
  const emulator = base.fork()
  void handle(emulator, sampleRequest(unit, unit.sample!))
  return emulator
}

function onSocket(unit: Unit): Emulator {
  const emulator = base.fork()
  const session = emulator.connect({
    url: '/v1/realtime',
    headers: ['x-api-key', 'svc-key-ada-admin'],
    send: () => {},
    close: () => {},
  })
  session.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method: unit.id, params: unit.sample!.body }))
  return emulator
}

/** The row of a unit, as the experiment finds it. */
function found(emulator: Emulator): string {
  const call = TriedCall.from(findCalls(emulator)[0]!)!
  const { before: world } = call
  const org = call.targets.find(({ scope }) => scope === 'org')?.id ?? world.orgs.with('alias', 'acme')!.id
  const blob =
    call.targets.find(({ scope }) => scope === 'blob')?.id ?? first(world.blobs.by('org', org).oldest()).record.id
  const least = (scope: 'user' | 'org' | 'blob', id: string) => {
    const serving = ROLES.filter((role) => call.isServedBy(makeGrant(call.before, role, scope, id)!))
    // More than is needed serves as well.
    expect(serving).toEqual(serving.length === 0 ? [] : ROLES.slice(ROLES.indexOf(serving[0]!)))
    return serving[0] ?? '-'
  }
  const { service_account: key, acting_token: token } = findPerimeter(call) ?? {}
  return [
    least('user', call.caller.user.id),
    least('org', org),
    least('blob', blob),
    ...(key === undefined ? [] : ['key']),
    ...(token === undefined ? [] : ['token']),
  ].join(' ')
}

function first<T>(items: Iterable<T>): T {
  for (const item of items) return item
  throw new Error('there is none')
}

describe('the table of access agrees with what is found by experiment', () => {
  it('has every unit', () => {
    expect(Object.keys(access).toSorted()).toEqual(catalog.map(({ id }) => id).toSorted())
  })

  it.each(catalog.map((unit) => [unit.id, unit] as const))('%s', (id, unit) => {
    expect(found(overHttp(unit))).toBe(access[id])
  })

  it.each(catalog.filter(({ kind }) => kind === 'command').map((unit) => [unit.id, unit] as const))(
    '%s on a socket',
    (id, unit) => {
      expect(found(onSocket(unit))).toBe(access[id])
    },
  )
})
