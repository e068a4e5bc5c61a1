import { describe, expect, it } from 'vitest'
import { direct, starterId } from '../conformance/direct.ts'
import { applyChange } from '../host/apply-change.ts'
import { hostOf } from '../host/instance-of.ts'
import { idOut } from './vary-ids.ts'

const ada = 'svc-key-ada-admin'
const stored = starterId('e2')

/** A world of each shape of ids, with the id of a revision as it answers it. */
function varied() {
  return Array.from({ length: 12 }, (_, n) => n + 1).map((seed) => {
    const world = direct({ seed, settings: { unspecified: 'vary', omit_fields: false } })
    return { ...world, id: idOut(hostOf(world.emulator).world, stored) }
  })
}

it('there are three shapes', () => {
  expect(new Set(varied().map(({ id }) => id))).toEqual(new Set([stored, stored.replaceAll('-', ''), `rev_${stored.replaceAll('-', '')}`]))
})

describe('an id is taken as the world answers it (A-76)', () => {
  it('by the tables', () => {
    for (const { emulator, id } of varied()) {
      expect(emulator.world.revisions.get(id)?.id).toBe(stored)
      expect(emulator.world.revisions.update(id, { status: 'ready' })).toMatchObject({ id: stored, status: 'ready' })
      expect(emulator.world.models.insert({ revision: id }).revision_id).toBe(stored)
      expect(emulator.world.revisions.delete(id)).toBeGreaterThan(0)
    }
  })

  it('by every change', () => {
    for (const { emulator, id } of varied()) {
      const { world } = hostOf(emulator)
      applyChange(world, { update: { revisions: { [id]: { status: 'ready' } } } })
      applyChange(world, { insert: { models: { revision_id: id } } })
      expect([world.revisions.get(stored)?.status, emulator.world.models.list({ revision_id: stored })]).toMatchObject(['ready', [{}]])
      applyChange(world, { delete: { revisions: [id] } })
      expect(world.revisions.get(stored)).toBeUndefined()
    }
  })

  it('by fail_operation', async () => {
    for (const { emulator, api } of varied()) {
      const { body: { operation } } = await api.post(`/revisions/${starterId('e4')}/commit`, ada)
      applyChange(hostOf(emulator).world, { fail_operation: { operation: operation.id } })
      expect(emulator.world.operations.get(operation.id)?.status).toBe('failed')
    }
  })

  it('by triggers, in the path and in the parameters, whichever shape either has', async () => {
    for (const { emulator, api, id } of varied()) {
      for (const wanted of [stored, id]) {
        emulator.triggers.clear()
        emulator.triggers.add({ when: { endpoint: `GET /revisions/${wanted}` as never }, do: { fail: { error: 'limit_exceeded' } } })
        emulator.triggers.add({ when: { endpoint: 'POST /revisions/:id/commit', params: { revision_id: wanted } }, do: { fail: { error: 'limit_exceeded' } } })
        for (const sent of [stored, id]) {
          expect((await api.get(`/revisions/${sent}`, ada)).body.error).toBe('limit_exceeded')
          expect((await api.post(`/revisions/${sent}/commit`, ada)).body.error).toBe('limit_exceeded')
          expect((await api.post(`/revisions/${starterId('e3')}/commit`, ada)).body.error).not.toBe('limit_exceeded')
        }
      }
    }
  })
})

it('elsewhere an id of another shape is another id', async () => {
  const { emulator, api } = direct()
  emulator.triggers.add({ when: { endpoint: `GET /revisions/rev_${stored.replaceAll('-', '')}` as never }, do: { fail: { error: 'limit_exceeded' } } })
  expect((await api.get(`/revisions/${stored}`, ada)).status).toBe(200)
})
