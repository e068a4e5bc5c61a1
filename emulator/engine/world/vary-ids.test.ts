import { describe, expect, it } from 'vitest'
import { direct, starter } from '../../../tests/conformance/direct.ts'
import { applyChange } from '../../host/apply-change.ts'
import { hostOf } from '../../host/instance-of.ts'
import { storedId, answeredId, storedIds, isIdField } from './vary-ids.ts'

const ada = 'svc-key-ada-admin'
const stored = starter.revision.failedDelete

/** A world for each format of ids, with the id of a revision as it answers it. */
function varied() {
  return Array.from({ length: 12 }, (_, n) => n + 1).map((seed) => {
    const world = direct({ seed, settings: { unspecified: 'vary', omit_fields: false } })
    return { ...world, id: answeredId(hostOf(world.emulator).world, stored) }
  })
}

const bare = stored.replaceAll('-', '')
const prefixed = `rev_${bare}`

// Recordings of earlier releases contain them.
it('there are three shapes, and a seed has the same one in every release', () => {
  expect(varied().map(({ id }) => id)).toEqual([
    prefixed,
    prefixed,
    prefixed,
    prefixed,
    stored,
    stored,
    prefixed,
    stored,
    bare,
    stored,
    stored,
    prefixed,
  ])
})

describe('the id that was stored', () => {
  const { world } = hostOf(direct().emulator)
  const unknown = bare.replace(/^./, 'f')

  it.each([
    ['without dashes', bare, stored],
    ['with its word', prefixed, stored],
    ['as it was stored', stored, stored],
    ['with a word of no table', `foo_${bare}`, `foo_${bare}`],
    ['with more behind it', `${bare}0`, `${bare}0`],
    ['of no record', unknown, unknown],
    [
      'of a user, whose id is promised to be a UUID',
      starter.user.ada.replaceAll('-', ''),
      starter.user.ada.replaceAll('-', ''),
    ],
    ['in a list', [bare], [bare]],
    ['that is null', null, null],
    ['that is nothing', undefined, undefined],
  ])('is found for one %s', (_, given, found) => {
    expect(storedId(world, given)).toEqual(found)
  })

  it('stands in each field that names a record, and in no other', () => {
    const given = {
      id: bare,
      org_id: prefixed,
      from: bare,
      to: prefixed,
      start: bare,
      name: bare,
      _id_: bare,
      ids: [bare],
      count: 1,
    }
    const kept = structuredClone(given)
    expect(storedIds(world, given)).toEqual({
      id: stored,
      org_id: stored,
      from: stored,
      to: stored,
      start: stored,
      name: bare,
      _id_: bare,
      ids: [bare],
      count: 1,
    })
    expect(given).toEqual(kept)
  })
})

it.each([
  ['id', true],
  ['org_id', true],
  ['_id', true],
  ['from', true],
  ['to', true],
  ['start', true],
  ['', false],
  ['idx', false],
  ['_id_of', false],
  ['paid', false],
  ['fromage', false],
])('whether %j names a record: %s', (name, expected) => {
  expect(isIdField(name)).toBe(expected)
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
      expect([world.revisions.get(stored)?.status, emulator.world.models.list({ revision_id: stored })]).toMatchObject([
        'ready',
        [{}],
      ])
      applyChange(world, { delete: { revisions: [id] } })
      expect(world.revisions.get(stored)).toBeUndefined()
    }
  })

  it('by fail_operation', async () => {
    for (const { emulator, api } of varied()) {
      const {
        body: { operation },
      } = await api.post(`/revisions/${starter.revision.pending}/commit`, ada)
      applyChange(hostOf(emulator).world, { fail_operation: { operation: operation.id } })
      expect(emulator.world.operations.get(operation.id)?.status).toBe('failed')
    }
  })

  it('by triggers, in the path and in the parameters, whichever shape either has', async () => {
    for (const { emulator, api, id } of varied()) {
      for (const wanted of [stored, id]) {
        emulator.triggers.clear()
        emulator.triggers.add({
          when: { endpoint: `GET /revisions/${wanted}` as never },
          do: { fail: { error: 'limit_exceeded' } },
        })
        emulator.triggers.add({
          when: { endpoint: 'POST /revisions/:id/commit', params: { revision_id: wanted } },
          do: { fail: { error: 'limit_exceeded' } },
        })
        for (const sent of [stored, id]) {
          expect((await api.get(`/revisions/${sent}`, ada)).body.error).toBe('limit_exceeded')
          expect((await api.post(`/revisions/${sent}/commit`, ada)).body.error).toBe('limit_exceeded')
          expect((await api.post(`/revisions/${starter.revision.failedCommit}/commit`, ada)).body.error).not.toBe(
            'limit_exceeded',
          )
        }
      }
    }
  })
})

it('elsewhere an id of another shape is another id', async () => {
  const { emulator, api } = direct()
  emulator.triggers.add({
    when: { endpoint: `GET /revisions/rev_${stored.replaceAll('-', '')}` as never },
    do: { fail: { error: 'limit_exceeded' } },
  })
  expect((await api.get(`/revisions/${stored}`, ada)).status).toBe(200)
})
