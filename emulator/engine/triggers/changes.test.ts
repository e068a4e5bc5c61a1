import { describe, expect, it } from 'vitest'
import { direct } from '../../../tests/conformance/direct.ts'
import { createEmulator } from '../../index.ts'
import type { Change } from '../matching/schema-common.ts'
import { neverFiredIn } from '../../adapters/testing/worlds.ts'
import { applyChange } from '../../host/apply-change.ts'
import { hostOf } from '../../host/instance-of.ts'

const ada = 'svc-key-ada-admin'

function changed(change: Change) {
  const emulator = createEmulator()
  applyChange(hostOf(emulator).world, change)
  return emulator
}

describe('applyChange', () => {
  it('inserts one record or several, with references by alias', () => {
    const { world } = changed({
      insert: {
        orgs: { alias: 'one' },
        blobs: [
          { alias: 'two', org: 'one', type: 'text' },
          { alias: 'three', org: 'acme', type: 'text' },
        ],
      },
    })
    expect(world.blobs.get('two')?.org_id).toBe(world.orgs.get('one')?.id)
    expect(world.blobs.get('three')?.org_id).toBe(world.orgs.get('acme')?.id)
  })

  it('updates by id or alias', () => {
    const { world } = changed({
      update: {
        orgs: { acme: { visibility: 'private' } },
        users: { '00000000-0000-4000-8000-0000000000a2': { name: 'Benjamin' } },
      },
    })
    expect([world.orgs.get('acme')?.visibility, world.users.get('ben')?.name]).toEqual(['private', 'Benjamin'])
  })

  it('deletes one or several, with what belongs to them', () => {
    const { world } = changed({ delete: { orgs: ['ada-lab', 'ben-lab'], blobs: 'weights' } })
    expect([world.orgs.size, world.blobs.get('draft'), world.blobs.get('weights')]).toEqual([1, undefined, undefined])
  })

  it('moves world time, and what is due happens', () => {
    const { clock } = changed({ advance: '1h30m' })
    expect(clock.now()).toBe(Date.UTC(2026, 0, 1, 1, 30))
  })

  it.each<[Change, string]>([
    [{ delete: { orgs: ['acme', 'acmee'] } }, "there is no org 'acmee' in 'orgs'"],
    [{ update: { orgs: { acme: { visibility: 'private' }, 'ada-lab': { visibility: 'secret' } } } }, 'visibility'],
    [
      { insert: { orgs: [{ alias: 'one' }, { alias: 'acme' }] } },
      "records.orgs[1].alias: another record of 'orgs' has the alias 'acme'",
    ],
    [{ fail_operation: true }, 'no operation is running on any blob or revision'],
    [{ fail_operation: { operation: 'x' } }, "there is no operation 'x'"],
    [{ fail_operation: { target: 'wieghts' } }, "there is no blob or revision 'wieghts'"],
    [{ fail_operation: { target: 'weights' } }, 'no operation is running on weights'],
  ])('%j changes nothing at all: %s', (change, message) => {
    const emulator = createEmulator()
    const before = JSON.stringify(emulator.export())
    expect(() => applyChange(hostOf(emulator).world, change)).toThrow(message)
    expect(JSON.stringify(emulator.export())).toBe(before)
  })
})

describe('fail_operation', () => {
  it('fails every running operation, or the one that fits', async () => {
    const { emulator, api } = direct()
    for (const alias of ['first', 'second', 'third'])
      expect((await api.post('/blobs/acme', ada, { alias, type: 'text' })).status).toBe(200)
    const statuses = () =>
      emulator.world.operations
        .list()
        .slice(1)
        .map(({ status, error }) => error ?? status)
    const { world } = hostOf(emulator)
    const [, first] = emulator.world.operations.list()
    applyChange(world, { fail_operation: { target: 'second', error: 'disk_full' } })
    expect(statuses()).toEqual(['running', 'disk_full', 'running'])
    applyChange(world, { fail_operation: { operation: first!.id } })
    expect(statuses()).toEqual(['internal_error', 'disk_full', 'running'])
    expect(() => applyChange(world, { fail_operation: { operation: first!.id } })).toThrow(
      'is not running: its status is failed',
    )
    applyChange(world, { fail_operation: true })
    expect(statuses()).toEqual(['internal_error', 'disk_full', 'internal_error'])
  })

  it('by a trigger fails the operation that the request starts, and no other', async () => {
    const { emulator, api } = direct()
    await api.post('/blobs/acme', ada, { alias: 'other', type: 'text' })
    emulator.triggers.add({ when: { endpoint: 'POST /revisions/:id/commit' }, do: { fail_operation: true } })
    const revision = '00000000-0000-4000-8000-0000000000e4'
    const { body } = await api.post(`/revisions/${revision}/commit`, ada)
    emulator.clock.advance('1m')
    expect((await api.get(`/operations/${body.operation.id}`, ada)).body.operation).toMatchObject({
      status: 'failed',
      error: 'internal_error',
    })
    expect(emulator.world.revisions.get(revision)).toMatchObject({ status: 'failed', failed_operation: 'commit' })
    expect(emulator.world.operations.list().map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'failed'])
  })

  it('by a trigger fails the execution that the request starts; by id any that is not over', async () => {
    const { emulator, api } = direct()
    const start = async () =>
      (await api.post('/workflow/start_execution', ada, { definition_id: 'ingest' })).body.execution.id as string
    emulator.triggers.add({ when: { command: 'workflow.start_execution', nth: 1 }, do: { fail_operation: true } })
    const [first, second] = [await start(), await start()]
    applyChange(hostOf(emulator).world, { fail_operation: { operation: second, error: 'disk_full' } })
    emulator.clock.advance('1m')
    expect(emulator.world.executions.get(first)).toMatchObject({ status: 'failed', error: 'internal_error' })
    expect(emulator.world.executions.get(second)).toMatchObject({ status: 'failed', error: 'disk_full' })
    expect(() => applyChange(hostOf(emulator).world, { fail_operation: { operation: second } })).toThrow('is over')
  })
})

describe('changes by a trigger', () => {
  it('happen before or after the handler', async () => {
    for (const [at, seen] of [
      ['before', 'private'],
      ['after', 'public'],
    ] as const) {
      const { emulator, api } = direct()
      emulator.triggers.add({
        when: { endpoint: 'GET /blobs/acme/weights', at },
        do: { update: { blobs: { weights: { visibility: 'private' } } } },
      })
      expect((await api.get('/blobs/acme/weights', ada)).body.blob.visibility).toBe(seen)
      expect((await api.get('/blobs/acme/weights', ada)).body.blob.visibility).toBe('private')
    }
  })

  it('do not make a request one that writes', async () => {
    const { emulator, api } = direct()
    const start = emulator.clock.now()
    emulator.triggers.add({
      when: { endpoint: 'GET /users/me', nth: 1 },
      do: { insert: { orgs: { alias: 'new-org' } } },
    })
    emulator.triggers.add({ when: { endpoint: 'GET /users/me', nth: 2 }, do: { advance: '1s' } })
    await api.get('/users/me', ada)
    expect(emulator.clock.now() - start).toBe(0)
    await api.get('/users/me', ada)
    expect(emulator.clock.now() - start).toBe(1000)
    expect(emulator.world.orgs.get('new-org')).toBeDefined()
  })

  it.each(['before', 'after'] as const)('%s the handler that fail are none that a trigger made', async (at) => {
    const { emulator, api } = direct()
    const name = 'nothing'
    emulator.triggers.add({ name, when: { endpoint: 'GET /users/me', at }, do: { delete: { blobs: 'none' } } })
    emulator.triggers.add({ name: 'late', when: { endpoint: 'GET /users/me' }, do: { fail_operation: true } })
    emulator.triggers.add({
      name: 'half',
      when: { endpoint: 'GET /users/me', at },
      do: [{ delete: { blobs: 'none' } }, { delete: { blobs: 'draft' } }],
    })
    await api.get('/users/me', ada)
    const problem = "delete: there is no blob 'none' in 'blobs'"
    expect(emulator.triggers.list()).toMatchObject([
      { matched: 1, fired: 0, problem },
      { matched: 1, fired: 0, problem: 'fail_operation: no operation is running on any blob or revision' },
      { matched: 1, fired: 1, problem },
    ])
    const [entry] = emulator.journal.entries()
    expect(entry).toMatchObject({ triggers: ['half'] })
    expect(neverFiredIn(emulator)).toMatch(
      new RegExp(`^the trigger nothing never fired: GET /users/me, at ${at}; its change failed: ${problem}\n`),
    )
    expect(neverFiredIn(emulator)).not.toContain('half')
  })

  it('that cannot be made stop nothing, and are reported', async () => {
    const { emulator, api } = direct()
    emulator.triggers.add({
      name: 'twice',
      when: { endpoint: 'GET /users/me', first: 3 },
      do: [{ delete: { blobs: 'weights' } }, { fail: { error: 'internal_error' } }],
    })
    expect((await api.get('/users/me', ada)).status).toBe(500)
    expect(emulator.triggers.list()[0]).not.toHaveProperty('problem')
    expect((await api.get('/users/me', ada)).status).toBe(500)
    expect(emulator.triggers.list()).toMatchObject([
      { matched: 2, fired: 2, problem: "delete: there is no blob 'weights' in 'blobs'" },
    ])
    expect(emulator.journal.entries().at(-1)?.notes).toEqual([
      "trigger 'twice' could not change the world: delete: there is no blob 'weights' in 'blobs'",
    ])
    emulator.world.blobs.insert({ alias: 'weights', org: 'acme', type: 'text' })
    await api.get('/users/me', ada)
    expect(emulator.triggers.list()[0]).not.toHaveProperty('problem')
  })
})
