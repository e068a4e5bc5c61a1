import { describe, expect, it } from 'vitest'
import { cascade, findHolders } from './cascade.ts'
import { loadRecords } from './load.ts'
import { tables } from './tables/index.ts'
import { createWorld, type World } from './world.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

function filled(): World {
  const world = createWorld()
  loadRecords(world, {
    records: {
      users: [{ alias: 'ada' }, { alias: 'ben' }, { alias: 'bot', type: 'service', owner: 'ben' }],
      orgs: [{ alias: 'acme' }],
      blobs: [
        { id: id(1), alias: 'notes', org: 'acme' },
        { id: id(2), alias: 'logs', org: 'acme' },
      ],
      // One id in two tables, as a fixture may have it.
      revisions: [
        { id: id(1), blob: 'logs', number: 1 },
        { id: id(3), blob: 'logs', number: 2 },
      ],
      metadata: [
        { target: 'blob', target_id: id(1), alias: 'of blob', key: 'k' },
        { target: 'revision', target_id: id(1), alias: 'of revision', key: 'k' },
        { target: 'revision', target_id: id(1), alias: 'of revision', key: 'l' },
      ],
      operations: [{ kind: 'commit_revision', target: 'revision', target_id: id(3), user: 'ben' }],
      members: [
        { user: 'ben', target: 'org', target_id: 'acme' },
        { user: 'ben', target: 'blob', target_id: id(1) },
        { user: 'ada', target: 'org', target_id: 'acme' },
      ],
    },
  })
  return world
}

const left = (world: World) =>
  Object.fromEntries(
    Object.keys(tables)
      .map((name) => [name, world.table(name)!.size])
      .filter(([, size]) => size !== 0),
  )
const all = { users: 3, orgs: 1, blobs: 2, revisions: 2, metadata: 3, operations: 1, members: 3, pending: 1 }

describe('deleting a record', () => {
  it('deletes what refers to it, and what refers to that', () => {
    const world = filled()
    expect(left(world)).toEqual(all)
    expect(cascade(world, 'orgs', world.orgs.find('acme')!.id)).toBe(13)
    expect(left(world)).toEqual({ users: 3 })
  })

  it('deletes what refers to one of its kind, and not to the record of another table that has its id', () => {
    const world = filled()
    expect(cascade(world, 'blobs', id(1))).toBe(3)
    expect(left(world)).toEqual({ ...all, blobs: 1, metadata: 2, members: 2 })
    expect(Array.from(world.metadata.rows(), ({ record }) => record.alias)).toEqual(['of revision', 'of revision'])
    const other = filled()
    expect(cascade(other, 'revisions', id(1))).toBe(3)
    expect(left(other)).toEqual({ ...all, revisions: 1, metadata: 1 })
  })

  it('clears the fields of what outlives it', () => {
    const world = filled()
    const operation = [...world.operations.rows()][0]!.record
    expect(operation.user_id).toBe(world.users.find('ben')!.id)
    expect(cascade(world, 'users', operation.user_id!)).toBe(4)
    expect(world.operations.get(operation.id)).toEqual({ ...operation, user_id: null })
    expect(left(world)).toEqual({ ...all, users: 1, members: 1 })
  })

  it('writes nothing to what goes itself', () => {
    const world = filled()
    loadRecords(world, {
      records: {
        definitions: [{ alias: 'plan', org: 'acme', body: { nodes: [], edges: [] } }],
        sessions: [{ org: 'acme', definition: 'plan' }],
      },
    })
    const { version } = world.state
    expect(cascade(world, 'orgs', world.orgs.find('acme')!.id)).toBe(15)
    expect(world.state.version - version).toBe(15)
  })

  it('ends where records own each other', () => {
    const world = filled()
    const [ben, bot] = ['ben', 'bot'].map((alias) => world.users.find(alias)!.id) as [string, string]
    world.users.update(ben, { owner_user_id: bot })
    expect(cascade(world, 'users', bot)).toBe(4)
    expect(left(world)).toMatchObject({ users: 1 })
  })

  it('tells its table of it when all of them are gone', () => {
    const world = filled()
    cascade(world, 'revisions', id(3))
    // The last number is not given again.
    expect(world.revision_numbers.get(id(2))).toMatchObject({ blob_id: id(2), last: 2 })
    cascade(world, 'blobs', id(2))
    expect(world.revision_numbers.size).toBe(0)
  })

  it('that is not there deletes nothing', () => {
    const world = filled()
    expect(cascade(world, 'blobs', id(9))).toBe(0)
    expect(left(world)).toEqual(all)
  })
})

describe('what refers to a table', () => {
  const holders = findHolders()
  const told = (name: string) =>
    holders
      .get(name)!
      .map(
        ({ table, reference: { field, short }, kind }) =>
          `${table}.${field} by ${short}${kind === undefined ? '' : ` as ${kind}`}`,
      )

  it('is known for every table, in the index of the reference', () => {
    expect([...holders.keys()]).toEqual(Object.keys(tables))
    expect(told('users')).toContain('users.owner_user_id by owner')
    expect(told('models')).toEqual([])
    expect(told('revisions')).toEqual(
      expect.arrayContaining([
        'metadata.target_id by target as revision',
        'models.revision_id by revision',
        'operations.target_id by target as revision',
      ]),
    )
    expect(told('blobs')).toEqual(
      expect.arrayContaining([
        'revisions.blob_id by blob',
        'members.target_id by target as blob',
        'operations.blob_id by blob',
      ]),
    )
  })
})
