import { Query } from '@msw/data'
import { beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import { createEmulator, EmulatorError, type Emulator } from '../../index.ts'
import { createCollections, type WorldCollections } from './data.ts'

let emulator: Emulator
let data: WorldCollections
const base = createEmulator()

beforeEach(async () => {
  emulator = base.fork()
  data = await createCollections(emulator)
})

interface Reply {
  readonly status: number
  readonly body: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

async function request(method: string, path: string, json?: unknown): Promise<Reply> {
  const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
  const response = await emulator.fetch(`http://emulator/v1${path}`, {
    method,
    headers,
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  return { status: response.status, body: (await response.json()) as Reply['body'] }
}

describe('queries', () => {
  it('need an emulator', async () => {
    await expect(createCollections(undefined as never)).rejects.toThrow(
      'createCollections: expected an emulator, as createEmulator() gives, got nothing',
    )
  })

  it('has a collection for every public table', () => {
    expect(Object.keys(data).toSorted()).toEqual(
      Object.keys(emulator.world)
        .filter((name) => name !== 'table')
        .toSorted(),
    )
  })

  it('finds with where, and, or, predicates and a Query', () => {
    expect(data.orgs.findFirst((q) => q.where({ alias: 'acme' }))?.visibility).toBe('public')
    expect(
      data.users.findMany((q) => q.where({ type: 'service' }).and({ status: 'retired' })).map(({ alias }) => alias),
    ).toEqual(['old-bot'])
    expect(
      data.users.findMany((q) => q.where({ alias: (alias) => alias.startsWith('b') })).map(({ alias }) => alias),
    ).toEqual(['ben', 'build-bot'])
    expect(data.sessions.findMany(new Query(() => true))).toHaveLength(25)
  })

  it('skips, takes, orders and goes on from a record', () => {
    const third = data.sessions.findMany(undefined, { skip: 2, take: 1 })[0]!
    expect(third.alias).toBe('run-03')
    expect(data.sessions.findMany(undefined, { cursor: third, take: 2 }).map(({ alias }) => alias)).toEqual([
      'run-03',
      'run-04',
    ])
    expect(data.sessions.findMany(undefined, { orderBy: { alias: 'desc' } })[0]!.alias).toBe('run-25')
  })

  it('types records by the schema of the table', () => {
    expectTypeOf(data.users.findFirst()!.status).toEqualTypeOf<'active' | 'retired'>()
    expectTypeOf(data.revisions.all()[0]!.number).toEqualTypeOf<number>()
    // @ts-expect-error a user has no such field
    expect(data.users.findFirst()!.nickname).toBeUndefined()
  })

  it('throws for strict queries without a result', () => {
    expect(() => data.orgs.findFirst((q) => q.where({ alias: 'nobody' }), { strict: true })).toThrow(/no record found/)
  })

  it('gives records that cannot be changed in place', () => {
    const acme = data.orgs.findFirst((q) => q.where({ alias: 'acme' }))!
    expect(() => {
      acme.name = 'other'
    }).toThrow(TypeError)
    expect(emulator.world.orgs.get('acme')!.name).not.toBe('other')
  })

  it('sees what requests change', async () => {
    const before = data.orgs.count()
    const { body } = await request('POST', '/orgs', { name: 'Mine', alias: 'mine' })
    expect(data.orgs.count()).toBe(before + 1)
    expect(data.orgs.findFirst((q) => q.where({ alias: 'mine' }))?.id).toBe(body['org']!['id'])
    await request('PATCH', '/orgs/mine', { name: 'Renamed' })
    expect(data.orgs.findFirst((q) => q.where({ alias: 'mine' }))?.name).toBe('Renamed')
    await request('DELETE', '/orgs/mine')
    expect(data.orgs.findFirst((q) => q.where({ alias: 'mine' }))).toBeUndefined()
    expect(data.orgs.count()).toBe(before)
  })

  it('follows reset and restore, and keeps the mirror of what did not change', async () => {
    const ada = data.users.findFirst()
    const snapshot = emulator.snapshot()
    await data.orgs.create({ alias: 'late' })
    expect(data.users.findFirst()).toBe(ada)
    emulator.restore(snapshot)
    expect(data.orgs.findFirst((q) => q.where({ alias: 'late' }))).toBeUndefined()
  })

  it('leaves another world alone', async () => {
    const other = await createCollections(emulator.fork())
    await data.orgs.create({ alias: 'here' })
    expect(other.orgs.findFirst((q) => q.where({ alias: 'here' }))).toBeUndefined()
  })
})

describe('create', () => {
  it('writes into the world, with what the table derives and references by alias', async () => {
    const session = await data.sessions.create({ alias: 'fresh', org: 'acme' })
    expectTypeOf(session.org_id).toEqualTypeOf<string>()
    expect(session).toEqual(emulator.world.sessions.get('fresh'))
    const { body } = await request('POST', '/workflow/get_session', { session_id: 'fresh' })
    expect(body['session']).toMatchObject({ id: session.id, org_id: emulator.world.orgs.get('acme')!.id })
  })

  it.each([
    ['an empty alias', { alias: '' }, /at least one character/],
    ['an alias that is taken', { alias: 'acme' }, /has the alias 'acme'/],
    ['an unknown field', { alias: 'x', visibilty: 'public' }, /visibility/],
    ['a value outside its set', { alias: 'x', visibility: 'secret' }, /secret/],
  ])('refuses %s, and changes nothing', async (_, record, message) => {
    const before = emulator.export()
    await expect(data.orgs.create(record as never)).rejects.toThrow(EmulatorError)
    await expect(data.orgs.create(record as never)).rejects.toThrow(message)
    expect(emulator.export()).toEqual(before)
    expect(data.orgs.count()).toBe(3)
  })

  it('arranges an alias that no request may set, as a fixture does: reads take it for an id', async () => {
    const alias = '00000000-0000-4000-8000-000000000001'
    const org = await data.orgs.create({ alias })
    expect(data.orgs.findFirst((q) => q.where({ alias }))).toEqual(org)
    expect((await request('GET', `/orgs/${alias}`)).status).toBe(404)
    expect(
      (await request('PATCH', '/orgs/acme', { alias: '00000000-0000-4000-8000-000000000002' })).body,
    ).toMatchObject({ error: 'invalid_request_body' })
  })

  it('makes many, or none when one is wrong', async () => {
    const made = await data.orgs.createMany(3, (index) => ({ alias: `org-${index}` }))
    expect(made.map(({ alias }) => alias)).toEqual(['org-0', 'org-1', 'org-2'])
    await expect(
      data.orgs.createMany(3, (index) => ({ alias: index === 2 ? 'acme' : `more-${index}` })),
    ).rejects.toThrow(/acme/)
    expect(data.orgs.count()).toBe(6)
    const told = emulator.journal.timeline({ via: 'test' }).flatMap((entry) => ('did' in entry ? [entry.did] : []))
    expect(told.slice(-2)).toEqual([
      "test: emulator.world.orgs.insert({ alias: 'more-1' })",
      "test: undo of a write to 'orgs' that failed",
    ])
  })

  it('gives hooks the record; one that throws takes it back', async () => {
    const seen: unknown[] = []
    data.orgs.hooks.on('create', ({ data: { record } }) => {
      seen.push(record.alias)
      if (record.alias === 'unwanted') throw new Error('not that one')
    })
    await data.orgs.create({ alias: 'wanted' })
    await expect(data.orgs.create({ alias: 'unwanted' })).rejects.toThrow('not that one')
    expect(seen).toEqual(['wanted', 'unwanted'])
    expect(emulator.world.orgs.list().map(({ alias }) => alias)).toEqual(['acme', 'ada-lab', 'ben-lab', 'wanted'])
  })
})

describe('update', () => {
  it('changes the record that requests see', async () => {
    const updated = await data.blobs.update((q) => q.where({ alias: 'weights' }), {
      data: (blob) => {
        blob.visibility = 'private'
      },
    })
    expect(updated?.visibility).toBe('private')
    expect(data.blobs.findFirst((q) => q.where({ alias: 'weights' }))).toBe(updated)
    expect((await request('GET', '/blobs/acme/weights')).body['blob']!['visibility']).toBe('private')
  })

  it('takes a record, also one from before another update', async () => {
    const acme = data.orgs.findFirst((q) => q.where({ alias: 'acme' }))!
    await data.orgs.update(acme, {
      data: (org) => {
        org.name = 'One'
      },
    })
    await data.orgs.update(acme, {
      data: (org) => {
        org.visibility = 'private'
      },
    })
    expect(emulator.world.orgs.get('acme')).toMatchObject({ name: 'One', visibility: 'private' })
  })

  it('writes only the fields that it changes, whatever requests wrote in between', async () => {
    await data.orgs.update((q) => q.where({ alias: 'acme' }), {
      async data(org) {
        await request('PATCH', '/orgs/acme', { name: 'By request' })
        org.visibility = 'private'
      },
    })
    expect(emulator.world.orgs.get('acme')).toMatchObject({ name: 'By request', visibility: 'private' })
  })

  it.each([
    [
      'a value outside its set',
      (org: Record<string, unknown>) => {
        org['visibility'] = 'secret'
      },
    ],
    [
      'an alias that is taken',
      (org: Record<string, unknown>) => {
        org['alias'] = 'ada-lab'
      },
    ],
    [
      'another id',
      (org: Record<string, unknown>) => {
        org['id'] = '00000000-0000-4000-8000-000000000001'
      },
    ],
    [
      'a field that is not there',
      (org: Record<string, unknown>) => {
        org['colour'] = 'red'
      },
    ],
  ])('refuses %s, and changes nothing', async (_, change) => {
    const before = emulator.export()
    await expect(data.orgs.update((q) => q.where({ alias: 'acme' }), { data: change as never })).rejects.toThrow(
      EmulatorError,
    )
    expect(emulator.export()).toEqual(before)
    expect(data.orgs.findFirst((q) => q.where({ alias: 'acme' }))).toEqual(emulator.world.orgs.get('acme'))
  })

  it('changes many, or none when one is wrong', async () => {
    const all = new Query<never>(() => true)
    await data.orgs.updateMany(all, {
      data: (org) => {
        org.visibility = 'public'
      },
    })
    expect(emulator.world.orgs.list().every(({ visibility }) => visibility === 'public')).toBe(true)
    const wrong = data.orgs.updateMany(all, {
      data: (org) => {
        org.name = 'x'
        if (org.alias === 'ben-lab') org.alias = 'acme'
      },
    })
    await expect(wrong).rejects.toThrow(EmulatorError)
    expect(emulator.world.orgs.list({ name: 'x' })).toEqual([])
  })

  it('answers undefined, or throws when strict, where nothing matches', async () => {
    const nobody = new Query<never>(() => false)
    expect(await data.orgs.update(nobody, { data() {} })).toBeUndefined()
    await expect(data.orgs.update(nobody, { data() {}, strict: true })).rejects.toThrow(/no record found/)
    expect(await data.orgs.updateMany(nobody, { data() {} })).toEqual([])
  })
})

describe('delete', () => {
  it('deletes what refers to the record too', async () => {
    const deleted = data.orgs.delete((q) => q.where({ alias: 'acme' }))
    expect(deleted?.alias).toBe('acme')
    expect(data.sessions.count()).toBe(0)
    expect((await request('GET', '/orgs/acme')).status).toBe(404)
  })

  it('deletes many, and clears', () => {
    expect(data.blobs.deleteMany((q) => q.where({ type: 'onnx' }))).toHaveLength(1)
    expect(emulator.world.blobs.size).toBe(4)
    data.blobs.clear()
    expect(emulator.world.blobs.size).toBe(0)
  })

  it('can be prevented by a hook', () => {
    data.orgs.hooks.on('delete', (event) => event.preventDefault())
    data.orgs.delete((q) => q.where({ alias: 'acme' }))
    expect(emulator.world.orgs.get('acme')).toBeDefined()
  })

  it('says nothing of a record that is gone', () => {
    const acme = data.orgs.findFirst()!
    emulator.world.orgs.delete(acme.id)
    expect(() => data.orgs.delete(acme)).not.toThrow()
  })
})

it('takes no relations', () => {
  expect(() => data.orgs.defineRelations(({ many }) => ({ name: many(data.blobs) }))).toThrow(/takes no relations/)
})
