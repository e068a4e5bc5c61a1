import { describe, expect, it } from 'vitest'
import { createEmulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import { diffWorlds } from './diff.ts'

const nothing = { world: [], inserted: [], changed: [], deleted: [] }

describe('two worlds', () => {
  it('differ in nothing when one was exported and imported, binary content too', () => {
    const emulator = createEmulator()
    const state = JSON.parse(JSON.stringify(emulator.export())) as object
    expect(diffWorlds(hostOf(emulator).world, hostOf(createEmulator({ state })).world)).toEqual(nothing)
  })

  it('differ record by record, and field by field, without secrets', () => {
    const emulator = createEmulator()
    const other = emulator.fork()
    other.world.orgs.insert({ alias: 'new', name: 'New' })
    other.world.users.update('ben', { name: 'Benjamin' })
    other.world.schedules.delete('every-03')
    other.world.api_keys.update('00000000-0000-4000-8000-000000000801', { key: 'svc-key-other' })
    const { inserted, changed, deleted, world } = diffWorlds(hostOf(emulator).world, hostOf(other).world)
    expect(inserted).toMatchObject([{ table: 'orgs', record: { alias: 'new' } }])
    expect(changed).toMatchObject([
      { table: 'users', fields: [{ field: 'name', before: 'Ben', after: 'Benjamin' }] },
      {
        table: 'api_keys',
        record: { key: '[redacted]' },
        fields: [{ field: 'key', before: '[redacted]', after: '[redacted]' }],
      },
    ])
    expect(deleted[0]).toMatchObject({ table: 'schedules', record: { alias: 'every-03' } })
    expect(world).toEqual([])
    const back = diffWorlds(hostOf(other).world, hostOf(emulator).world)
    expect([back.inserted.length, back.deleted.length]).toEqual([deleted.length, inserted.length])
  })

  it('differ in what is true of the whole', () => {
    const one = createEmulator()
    const other = createEmulator({ seed: 7, settings: { node_ms: 5, limits: { orgs_per_user: 3 } } })
    other.clock.advance('1m')
    expect(diffWorlds(hostOf(one).world, hostOf(other).world).world).toEqual([
      { field: 'seed', before: 1, after: 7 },
      { field: 'now', before: expect.any(String), after: expect.any(String) },
      { field: 'settings.node_ms', before: 500, after: 5 },
      { field: 'settings.limits.orgs_per_user', before: 50, after: 3 },
    ])
  })
})
