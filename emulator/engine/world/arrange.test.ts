import { describe, expect, it, test, vi } from 'vitest'
import { EmulatorError } from '../checking/emulator-error.ts'
import { createEmulator } from '../../index.ts'
import { starter, starterId } from '../../../tests/conformance/direct.ts'
import { hostOf } from '../../host/instance-of.ts'
import { tableNames } from './arrange.ts'

function refusal(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof EmulatorError) return error.message
    throw error
  }
  return 'nothing was refused'
}

describe('reading', () => {
  const { world } = createEmulator()

  it('finds by id and by alias, lists in order of creation, and pages', () => {
    expect(world.orgs.get('acme')).toBe(world.orgs.get(starter.org.acme))
    expect(world.orgs.get('nowhere')).toBeUndefined()
    expect(world.orgs.list().map(({ alias }) => alias)).toEqual(['acme', 'ada-lab', 'ben-lab'])
    expect(world.orgs.list({ visibility: 'private' }).map(({ alias }) => alias)).toEqual(['ada-lab', 'ben-lab'])
    expect(world.orgs.list({ visibility: 'private', alias: 'acme' })).toEqual([])
    expect(world.orgs.page(2).map(({ alias }) => alias)).toEqual(['acme', 'ada-lab'])
    expect(world.orgs.page(2, 'ada-lab').map(({ alias }) => alias)).toEqual(['ben-lab'])
    expect(world.orgs.page(0)).toEqual([])
    expect(refusal(() => world.orgs.page(2, 'nowhere'))).toContain("no org 'nowhere'")
  })

  it('takes an id or an alias, and fields that the table has', () => {
    expect(refusal(() => world.orgs.get(7 as never))).toContain('expected an id or an alias, got number 7')
    expect(refusal(() => world.orgs.list('acme' as never))).toContain(
      'expected fields of the records that are meant, got string "acme"',
    )
    expect(refusal(() => world.orgs.list({ aliass: 'acme' } as never))).toContain(
      "aliass: unknown field, did you mean 'alias'?",
    )
  })

  it('knows every table but the internal one', () => {
    expect(tableNames).toContain('thread_items')
    expect([world.table('pending'), world.table('__proto__'), world.table('nothing')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(world.table('users')?.size).toBe(4)
    expect(Object.keys(world)).toEqual(['table', ...tableNames])
  })

  it('names the table that was meant', () => {
    const { world } = createEmulator()
    expect(() => world['revsions' as 'revisions']).toThrow("unknown table 'revsions', did you mean 'revisions'?")
    expect(() => world['apiKeys' as 'api_keys']).toThrow("unknown table 'apiKeys', did you mean 'api_keys'?")
    expect(['then', 'toJSON', 'nodeType', 'asymmetricMatch', '$$typeof'].map((name) => world[name as 'users'])).toEqual(
      Array.from({ length: 5 }),
    )
  })
})

describe('inserting', () => {
  it('completes what is left out, and takes aliases and short names for references', () => {
    const { world } = createEmulator()
    const blob = world.blobs.insert({ alias: 'fresh', org: 'acme' })
    expect(blob).toMatchObject({
      org_id: starter.org.acme,
      name: 'fresh',
      type: 'text',
      visibility: 'private',
      condition: 'ready',
    })
    expect(world.members.insert({ user_id: 'ben', target: 'blob', target_id: 'fresh' })).toMatchObject({
      user_id: starter.user.ben,
      target_id: blob.id,
      role: 'read',
    })
    expect(world.api_keys.insert({ target: 'user', target_id: 'build-bot', created_by: 'ada' })).toMatchObject({
      user_id: starter.user.buildBot,
      created_by_user_id: starter.user.ada,
    })
    expect(world.api_keys.insert({ target: 'org', target_id: 'acme', created_by: 'ada' }).user_id).toBe(
      starter.user.ada,
    )
  })

  it.each([
    [
      'an unknown field',
      'orgs',
      { alias: 'x', visibilty: 'public' },
      /visibilty: unknown field, did you mean 'visibility'/,
    ],
    [
      'a value outside its set',
      'orgs',
      { alias: 'x', visibility: 'open' },
      /visibility: expected 'public' or 'private', got string "open"/,
    ],
    ['a missing field', 'orgs', {}, /alias: missing/],
    ['an alias that is taken', 'orgs', { alias: 'acme' }, /another record of 'orgs' has the alias 'acme'/],
    [
      'an alias that a user has',
      'orgs',
      { alias: 'ada' },
      /alias: the user 'ada' has this alias: users, organizations and blobs share one space of aliases/,
    ],
    [
      'an alias that an organization has',
      'blobs',
      { alias: 'acme', org: 'acme' },
      /alias: the org 'acme' has this alias/,
    ],
    ['an alias that a blob has', 'users', { alias: 'notes' }, /alias: the blob 'notes' has this alias/],
    ['an empty alias', 'orgs', { alias: '' }, /alias: expected at least one character/],
    ['an id that is taken', 'orgs', { id: starter.org.acme, alias: 'x' }, /another record of 'orgs' has the id/],
    ['an id that is none', 'orgs', { id: 'C1', alias: 'x' }, /id: expected a UUID in lower case/],
    [
      'a secret that is taken',
      'api_keys',
      { key: 'svc-key-ada-admin', target: 'org', target_id: 'acme', created_by: 'ada' },
      /has the key 'svc-key-ada-admin'/,
    ],
    ['a reference to nothing', 'blobs', { alias: 'x', org: 'acmee' }, /there is no org 'acmee', did you mean 'acme'/],
    ['a reference to nothing, by id', 'blobs', { alias: 'x', org_id: starterId('ff') }, /there is no org/],
    ['a reference that is no text', 'blobs', { alias: 'x', org_id: 5 }, /org_id: expected string/],
    [
      'a target of a wrong kind',
      'members',
      { user: 'ada', target: 'user', target_id: 'ada' },
      /target: expected 'org' or 'blob'/,
    ],
    ['a time that is none', 'orgs', { alias: 'x', created_at: 'yesterday' }, /created_at: expected an ISO 8601/],
  ] as const)('refuses %s, and changes nothing', (_, table, input, message) => {
    const emulator = createEmulator()
    const before = JSON.stringify(emulator.export().tables)
    expect(refusal(() => emulator.world.table(table)!.insert(input as never))).toMatch(message)
    expect(JSON.stringify(emulator.export().tables)).toBe(before)
  })

  it.each([
    [{}, 'alias: missing, expected string'],
    [{ alias: 2024 }, 'alias: expected string, got number 2024'],
  ])('names what is wrong with %j, and not what is derived from it', (input, message) => {
    expect(refusal(() => createEmulator().world.orgs.insert(input as never))).toBe(message)
  })

  it('names an unknown field of a change once', () => {
    expect(refusal(() => createEmulator().world.blobs.update('weights', { status: 'deleting' } as never))).toBe(
      'status: unknown field (known: id, org_id, alias, name, type, visibility, condition, created_at)',
    )
  })

  it('names the alias that was probably meant', () => {
    const { world } = createEmulator()
    expect(() => world.orgs.update('acm', { name: 'Acme 2' })).toThrow(
      "there is no org 'acm' in 'orgs', did you mean 'acme'?",
    )
    expect(() => world.orgs.delete('acmee')).toThrow("there is no org 'acmee' in 'orgs', did you mean 'acme'?")
  })

  it('takes a record and nothing else', () => {
    const { world } = createEmulator()
    expect(() => world.orgs.insert(undefined as never)).toThrow('expected a record, got nothing')
    expect(() => world.orgs.insert([{ alias: 'x' }] as never)).toThrow('expected a record, got an array')
    expect(() => world.orgs.update('acme', undefined as never)).toThrow('expected the fields that change, got nothing')
    expect(refusal(() => world.orgs.update(undefined as never, {}))).toBe('expected an id or an alias, got nothing')
    expect(refusal(() => world.orgs.delete(undefined as never))).toBe('expected an id or an alias, got nothing')
    expect(refusal(() => world.orgs.page(2, null as never))).toBe('expected an id or an alias, got null')
  })

  it.each([
    ['a function', { value: () => 1 }, 'value: expected a value that JSON can hold, got function () => 1'],
    ['a number that JSON lacks', { value: { a: [Number.NaN] } }, 'value.a[0]: expected a value that JSON can hold'],
    ['a map', { value: new Map() }, 'value: expected a value that JSON can hold, got a Map'],
    ['a big integer', { value: 1n }, 'value: expected a value that JSON can hold, got bigint 1'],
    ['nothing', { value: undefined }, 'value: expected a value that JSON can hold, got nothing'],
  ])('refuses %s where a record holds JSON', (_, changes, message) => {
    const { world } = createEmulator()
    const { id } = world.objects.insert({ session: 'run-01', key: 'a', value: 1 })
    expect(refusal(() => world.objects.update(id, changes))).toContain(message)
    const { value } = changes
    if (value !== undefined)
      expect(refusal(() => world.objects.insert({ session: 'run-01', key: 'b', value }))).toContain(message)
    expect(world.objects.get(id)!.value).toBe(1)
  })

  it('copies JSON as it is written, and leaves the object of the caller alone', () => {
    const emulator = createEmulator()
    const value = { at: new Date(0), none: undefined, list: [1, undefined] }
    const { id } = emulator.world.objects.insert({ session: 'run-01', key: 'a', value })
    value.list.push(2)
    const copy = createEmulator({ state: JSON.parse(JSON.stringify(emulator.export())) as unknown })
    const kept = { at: '1970-01-01T00:00:00.000Z', list: [1, null] }
    expect([emulator, copy].map(({ world }) => world.objects.get(id)!.value)).toStrictEqual([kept, kept])
    const cycle: Record<string, unknown> = {}
    cycle['inner'] = { cycle }
    expect(refusal(() => emulator.world.objects.update(id, { value: cycle }))).toBe(
      'value.inner.cycle: expected a value that JSON can hold, got one that contains itself',
    )
  })

  it('draws no id for a record that it refuses: those of later ones stay the same', () => {
    const [one, other] = [createEmulator().world, createEmulator().world]
    expect(() => one.orgs.insert({ alias: 'acme' })).toThrow('alias')
    expect(() => one.orgs.insert({ alias: 'x', nmae: 'y' } as never)).toThrow('nmae')
    expect(one.orgs.insert({ alias: 'fresh' }).id).toBe(other.orgs.insert({ alias: 'fresh' }).id)
  })

  it('names everything that is wrong at once', () => {
    const { world } = createEmulator()
    const message = refusal(() => world.blobs.insert({ alias: 'x', org: 'nope', nmae: 'y' } as never))
    expect(message).toMatch(/nmae/)
    expect(message).toMatch(/nope/)
  })
})

describe('updating and deleting', () => {
  it('changes fields, references by alias too', () => {
    const { world } = createEmulator()
    expect(world.blobs.update('notes', { org: 'ada-lab', visibility: 'public' })).toMatchObject({
      id: starter.blob.notes,
      org_id: starter.org.adaLab,
      visibility: 'public',
    })
    const changes = { org_id: 'acme' }
    expect(world.blobs.update('notes', changes).org_id).toBe(starter.org.acme)
    expect(changes).toEqual({ org_id: 'acme' })
    expect(world.blobs.update('notes', { alias: 'notes', id: starter.blob.notes }).alias).toBe('notes')
  })

  it.each([
    ['a record that is not there', 'nothing', {}, /there is no blob 'nothing' in 'blobs'/],
    ['another id', 'notes', { id: starterId('99') }, /id of a record cannot change/],
    ['an alias that is taken', 'notes', { alias: 'weights' }, /has the alias 'weights'/],
    ['an unknown field', 'notes', { nam: 'x' }, /nam: unknown field, did you mean 'name'/],
    ['a reference to nothing', 'notes', { org: 'nowhere' }, /no org 'nowhere'/],
    ['a value of a wrong type', 'notes', { name: 7 }, /name: expected string/],
  ])('refuses %s, and changes nothing', (_, reference, changes, message) => {
    const emulator = createEmulator()
    const before = JSON.stringify(emulator.export())
    expect(refusal(() => emulator.world.blobs.update(reference, changes as never))).toMatch(message)
    expect(JSON.stringify(emulator.export())).toBe(before)
  })

  it('deletes with everything that refers to it, and says how many went', () => {
    const { world } = createEmulator()
    const size = () => tableNames.reduce((sum, name) => sum + world.table(name)!.size, 0)
    const before = size()
    const gone = world.users.delete('ada')
    expect(before - size()).toBe(gone)
    expect([world.users.list().map(({ alias }) => alias), world.tokens.list().map(({ token }) => token)]).toEqual([
      ['ben'],
      ['svc-token-ben'],
    ])
    expect(refusal(() => world.users.delete('ada'))).toContain("no user 'ada'")
  })
})

test('what is arranged is there for the next request, in the same world only', async () => {
  const emulator = createEmulator()
  const fork = emulator.fork()
  emulator.world.users.update('ada', { name: 'Changed' })
  const nameIn = async (each: typeof emulator) =>
    (
      (await (await each.fetch('http://x/v1/users/me', { headers: { 'x-api-key': 'svc-key-ada-admin' } })).json()) as {
        user: { name: string }
      }
    ).user.name
  expect([await nameIn(emulator), await nameIn(fork)]).toEqual(['Changed', 'Ada'])
})

describe('listing by fields', () => {
  const emulator = createEmulator()
  const { world } = emulator

  it('finds what reading every record finds, in the same order, whichever fields are named', () => {
    for (const name of tableNames) {
      const records = world.table(name)!.list() as unknown as Record<string, unknown>[]
      const fields = Object.keys(records[0] ?? {})
      const few = records.filter((_, at) => at % Math.ceil(records.length / 5) === 0)
      for (const record of few) {
        for (const one of fields) {
          for (const two of fields) {
            if (typeof record[one] === 'object' || typeof record[two] === 'object') continue
            const match = { [one]: record[one], [two]: record[two] }
            const found = records.filter((each) => each[one] === record[one] && each[two] === record[two])
            expect(
              world
                .table(name)!
                .list(match)
                .map(({ id }) => id),
            ).toEqual(found.map(({ id }) => id))
          }
        }
      }
    }
  })

  it('finds nothing for a value that no record has, and those that hold null', () => {
    expect(world.revisions.list({ blob_id: starterId('ff') })).toEqual([])
    expect(world.orgs.list({ alias: 'nowhere' })).toEqual([])
    expect(world.users.list({ owner_user_id: null }).map(({ alias }) => alias)).toContain('ada')
  })

  it('takes an alias where a record refers to another', () => {
    expect(world.blobs.list({ org_id: 'acme' })).toEqual(world.blobs.list({ org_id: starter.org.acme }))
    expect(world.blobs.list({ org: 'acme' }).map(({ alias }) => alias)).toContain('weights')
    expect(world.members.list({ target: 'org', target_id: 'acme', user_id: 'ada' })).toHaveLength(1)
    expect(world.blobs.list({ org_id: 'gone' })).toEqual([])
  })

  it.each([
    [
      'a choice that is none',
      () => world.orgs.list({ visibility: 'hidden' as never }),
      "visibility: expected 'public' or 'private', got string \"hidden\"",
    ],
    [
      'nothing, from a variable that holds none',
      () => world.blobs.list({ org_id: undefined as never }),
      'org_id: expected string, got nothing',
    ],
  ])('refuses %s: no record would ever match', (_, list, message) => {
    expect(list).toThrow(expect.objectContaining({ name: 'EmulatorError', message }))
  })

  it.each([
    ['id', { id: starter.blob.weights }],
    ['alias', { alias: 'notes', org_id: starter.org.acme }],
    ['org_id', { org_id: starter.org.acme, visibility: 'public' as const }],
  ])('reads no more of a table than %s tells', (_, match) => {
    const reads = vi.spyOn(hostOf(emulator).world.blobs, 'rows')
    world.blobs.list(match)
    expect(reads).not.toHaveBeenCalled()
    world.blobs.list({ visibility: 'public' })
    expect(reads).toHaveBeenCalledOnce()
    reads.mockRestore()
  })
})
