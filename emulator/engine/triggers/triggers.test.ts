import { describe, expect, it } from 'vitest'
import { createEmulator, type Emulator, type EndpointName } from '../../index.ts'
import type { TriggerInput } from './triggers.ts'

const api = 'http://api.test/v1'
const ada = { 'x-api-key': 'svc-key-ada-admin' }
const ben = { 'x-api-key': 'svc-key-ben-admin' }

async function get(emulator: Emulator, path: string, headers: Record<string, string> = ada) {
  const response = await emulator.fetch(`${api}${path}`, { headers })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function statuses(emulator: Emulator, path: string, times: number, headers = ada): Promise<number[]> {
  const found: number[] = []
  for (let i = 0; i < times; i++) found.push((await get(emulator, path, headers)).status)
  return found
}

const failing = (when: TriggerInput['when']): TriggerInput => ({ when, do: { fail: { error: 'internal_error' } } })

describe('which requests a trigger acts on', () => {
  it.each<[TriggerInput['when'], number[]]>([
    [{ endpoint: 'GET /users/me' }, [500, 500, 500, 500, 500]],
    [{ endpoint: 'GET /users/me', nth: 2 }, [200, 500, 200, 200, 200]],
    [{ endpoint: 'GET /users/me', every: 2 }, [200, 500, 200, 500, 200]],
    [{ endpoint: 'GET /users/me', first: 2 }, [500, 500, 200, 200, 200]],
    [{ endpoint: 'GET /users/me', between: [2, 4] }, [200, 500, 500, 500, 200]],
    [{ endpoint: 'GET /users/me', every: 2, first: 3 }, [200, 500, 200, 200, 200]],
    [{ endpoint: 'GET /users/me', probability: 0 }, [200, 200, 200, 200, 200]],
    [{ endpoint: 'GET /users/me', probability: 1 }, [500, 500, 500, 500, 500]],
  ])('%j', async (when, expected) => {
    const emulator = createEmulator()
    emulator.triggers.add(failing(when))
    expect(await statuses(emulator, '/users/me', 5)).toEqual(expected)
  })

  it.each<[string, string, boolean]>([
    ['GET /users/me', '/users/me', true],
    ['GET /users/me', '/users/me?x=1', true],
    ['GET /users/me', '/users/m%65', true],
    ['GET /users/me', '/users/ada', false],
    ['GET /users/ada', '/users/me', false],
    ['GET /users/:id', '/users/me', true],
    ['GET /users/:user_id', '/users/ben', true],
    ['GET /blobs/:org/:blob', '/blobs/acme/weights/revisions', false],
    ['GET /blobs/:org/weights', '/blobs/acme/weights', true],
    ['GET /blobs/:org/weights', '/blobs/acme/notes', false],
    ['* /users/ben', '/users/ben', true],
    ['GET', '/users/ben', true],
    ['PATCH', '/users/ben', false],
    ['*', '/users/ben', true],
    ['GET /users/b%65n', '/users/ben', true],
    ['GET /users/b%65n', '/users/b%65n', true],
    ['GET /users/me/orgs', '/users/me', false],
  ])('%s and the request %s: %s', async (endpoint, path, acts) => {
    const emulator = createEmulator()
    emulator.triggers.add(failing({ endpoint: endpoint as EndpointName }))
    expect((await get(emulator, path)).status).toBe(acts ? 500 : 200)
  })

  it('knows the caller by alias or id, and nobody as no caller', async () => {
    const emulator = createEmulator()
    emulator.triggers.add(failing({ endpoint: 'GET /users/me', caller: 'ben' }))
    expect(await statuses(emulator, '/users/me', 1, ada)).toEqual([200])
    expect(await statuses(emulator, '/users/me', 1, ben)).toEqual([500])
    expect(await statuses(emulator, '/users/me', 1, { 'x-api-key': 'wrong' })).toEqual([401])
    expect(emulator.triggers.list()).toMatchObject([{ id: 'trigger-1', matched: 1, fired: 1 }])
  })

  it('acts on requests of callers it does not know when none is named', async () => {
    const emulator = createEmulator()
    emulator.triggers.add(failing({ endpoint: 'GET /users/me' }))
    expect(await statuses(emulator, '/users/me', 1, { 'x-api-key': 'wrong' })).toEqual([500])
  })

  it('matches parameters of path, query and body as they were sent', async () => {
    const emulator = createEmulator()
    emulator.triggers.add(failing({ endpoint: 'GET /users/:id', params: { user_id: 'me' }, at: 'after' }))
    expect((await get(emulator, '/users/me')).status).toBe(500)
    expect((await get(emulator, '/users/ada')).status).toBe(200)

    const revisions = createEmulator()
    revisions.triggers.add(failing({ endpoint: 'GET /blobs/:org/:blob/revisions', params: { limit: 1 } }))
    expect((await get(revisions, '/blobs/acme/weights/revisions?limit=2')).status).toBe(200)
    expect((await get(revisions, '/blobs/acme/weights/revisions?limit=1')).status).toBe(500)

    const bodies = createEmulator()
    bodies.triggers.add(
      failing({ endpoint: 'POST /blobs/acme/weights/revisions', params: { note: { matches: '^un' } } }),
    )
    const post = async (body: string) =>
      (
        await bodies.fetch(`${api}/blobs/acme/weights/revisions`, {
          method: 'POST',
          headers: { ...ada, 'content-type': 'application/json' },
          body,
        })
      ).status
    expect(await post('{"note":"lucky"}')).toBe(200)
    expect(await post('{"note":"unlucky"}')).toBe(500)
    expect(await post('{"note":')).toBe(400)
  })

  it('acts between two world times, the second excluded', async () => {
    const emulator = createEmulator()
    emulator.triggers.add(
      failing({ endpoint: 'GET /users/me', between: ['2026-01-01T01:00:00Z', '2026-01-01T02:00:00Z'] }),
    )
    expect((await get(emulator, '/users/me')).status).toBe(200)
    emulator.clock.advance('1h')
    expect((await get(emulator, '/users/me')).status).toBe(500)
    emulator.clock.advance('1h')
    expect((await get(emulator, '/users/me')).status).toBe(200)
    expect(emulator.triggers.list()).toMatchObject([{ matched: 1, fired: 1 }])
  })

  it('draws chance from the seed: the same seed the same run, another seed another', async () => {
    const run = async (seed: number) => {
      const emulator = createEmulator({ seed })
      emulator.triggers.add(failing({ endpoint: 'GET /users/me', probability: 0.5 }))
      return statuses(emulator, '/users/me', 40)
    }
    const first = await run(1)
    expect(await run(1)).toEqual(first)
    expect(await run(2)).not.toEqual(first)
    expect(new Set(first)).toEqual(new Set([200, 500]))
  })

  it('reports what never fired, and names the triggers of an answer', async () => {
    const emulator = createEmulator({ explain: true })
    emulator.triggers.add({ ...failing({ endpoint: 'GET /users/me', nth: 3 }), name: 'third' })
    emulator.triggers.add({ when: { endpoint: '*' }, do: [{ delay: 0 }] })
    const response = await emulator.fetch(`${api}/users/me`, { headers: ada })
    expect(response.headers.get('x-svc-emulator-triggers')).toBe('trigger-2')
    const reports = emulator.triggers.list().map(({ trigger: _trigger, ...rest }) => rest)
    expect(reports).toEqual([
      { id: 'trigger-1', name: 'third', matched: 1, fired: 0 },
      { id: 'trigger-2', matched: 1, fired: 1 },
    ])
  })
})

describe('triggers as state of the world', () => {
  it('fork, snapshot, restore, reset and export with their counts', async () => {
    const emulator = createEmulator()
    emulator.triggers.add(failing({ endpoint: 'GET /users/me', nth: 2 }))
    await get(emulator, '/users/me')
    const snapshot = emulator.snapshot()
    const exported = JSON.parse(JSON.stringify(emulator.export())) as unknown
    const fork = emulator.fork()
    for (const world of [emulator, fork, createEmulator({ state: exported })])
      expect(await statuses(world, '/users/me', 2)).toEqual([500, 200])
    emulator.restore(snapshot)
    expect(emulator.triggers.list()).toMatchObject([{ matched: 1, fired: 0 }])
    expect(await statuses(emulator, '/users/me', 1)).toEqual([500])
    emulator.reset()
    expect(emulator.triggers.list()).toEqual([])
  })

  it('takes the triggers of a state only when they are ones', () => {
    const emulator = createEmulator()
    emulator.triggers.add(failing({ endpoint: 'GET /users/me' }))
    const stateWith = (endpoint: string) =>
      JSON.parse(JSON.stringify(emulator.export()).replace('GET /users/me', endpoint)) as unknown
    expect(() => createEmulator({ state: stateWith('GET /usres/me') })).toThrow(
      'triggers.entries[0].trigger.when.endpoint',
    )
    // Releases up to 1.0.0 took a path that no request has.
    expect(createEmulator({ state: stateWith('GET /users/{user_id}') }).triggers.list()).toHaveLength(1)
  })

  it('keeps the counts of those that stay when one goes', async () => {
    const emulator = createEmulator()
    const ids = [1, 2, 3].map(
      (nth) =>
        emulator.triggers.add({
          when: { endpoint: 'GET /users/me', nth },
          do: { update: { users: { [`nobody-${nth}`]: {} } } },
        }).id,
    )
    await statuses(emulator, '/users/me', 2)
    emulator.triggers.remove(ids[0]!)
    emulator.triggers.add({ when: { endpoint: 'GET /users/ben' }, do: { delay: 0 } })
    await statuses(emulator, '/users/me', 1)
    await statuses(emulator, '/users/ben', 1)
    expect(emulator.triggers.list()).toMatchObject([
      { id: 'trigger-2', matched: 3, fired: 0, problem: expect.stringContaining('nobody-2') as string },
      { id: 'trigger-3', matched: 3, fired: 0, problem: expect.stringContaining('nobody-3') as string },
      { id: 'trigger-4', matched: 1, fired: 1 },
    ])
  })

  it('a problem is over when the trigger acts without one', async () => {
    const emulator = createEmulator()
    emulator.triggers.add({ when: { endpoint: 'GET /users/me' }, do: { update: { orgs: { later: { name: 'L' } } } } })
    await statuses(emulator, '/users/me', 1)
    expect(emulator.triggers.list()[0]!.problem).toContain('later')
    emulator.world.orgs.insert({ alias: 'later' })
    await statuses(emulator, '/users/me', 1)
    expect(emulator.triggers.list()[0]!.problem).toBeUndefined()
  })

  it('removes one, clears all', async () => {
    const emulator = createEmulator()
    emulator.triggers.add(failing({ endpoint: 'GET /users/me' }))
    const { id } = emulator.triggers.add(failing({ endpoint: 'GET /users/ben' }))
    expect(emulator.triggers.remove(id)).toBe(true)
    expect(emulator.triggers.remove(id)).toBe(false)
    expect(await statuses(emulator, '/users/ben', 1)).toEqual([200])
    expect(await statuses(emulator, '/users/me', 1)).toEqual([500])
    emulator.triggers.clear()
    expect(await statuses(emulator, '/users/me', 1)).toEqual([200])
  })

  it('gives no id twice, until the world starts again', async () => {
    const emulator = createEmulator()
    const add = () => emulator.triggers.add(failing({ endpoint: 'GET /users/me' })).id
    expect(add()).toBe('trigger-1')
    await statuses(emulator, '/users/me', 1)
    emulator.triggers.clear()
    expect(add()).toBe('trigger-2')
    // Each acted once: an id that named both would count 2.
    await statuses(emulator, '/users/me', 1)
    expect(['trigger-1', 'trigger-2'].map((trigger) => emulator.verify({ trigger }, { times: 1 }).ok)).toEqual([
      true,
      true,
    ])
    emulator.reset()
    expect(add()).toBe('trigger-1')
  })
})

describe('a trigger that is changed', () => {
  const world = () => {
    const emulator = createEmulator()
    emulator.triggers.add({ name: 'second', ...failing({ endpoint: 'GET /users/me', nth: 2 }) })
    emulator.triggers.add({ name: 'other', ...failing({ endpoint: 'GET /users/ben' }) })
    return emulator
  }
  const counts = (emulator: Emulator) =>
    emulator.triggers.list().map(({ id, matched, fired }) => [id, matched, fired] as const)

  it('neither matches nor fires while it is switched off, and goes on where it was', async () => {
    const emulator = world()
    await get(emulator, '/users/me')
    emulator.triggers.update('trigger-1', { enabled: false })
    expect(await statuses(emulator, '/users/me', 2)).toEqual([200, 200])
    expect(counts(emulator)).toEqual([
      ['trigger-1', 1, 0],
      ['trigger-2', 0, 0],
    ])
    emulator.triggers.update('trigger-1', { enabled: true })
    expect(await statuses(emulator, '/users/me', 2)).toEqual([500, 200])
    expect(counts(emulator)[0]).toEqual(['trigger-1', 3, 1])
  })

  it('is switched off from the start where it says so', async () => {
    const emulator = createEmulator()
    emulator.triggers.add({ ...failing({ endpoint: 'GET /users/me' }), enabled: false })
    expect(await statuses(emulator, '/users/me', 1)).toEqual([200])
  })

  it('keeps id, place and counts, and what is not given', async () => {
    const emulator = world()
    await statuses(emulator, '/users/me', 2)
    const changed = emulator.triggers.update('trigger-1', { name: null, when: { endpoint: 'GET /users/ada' } })
    expect(changed).toEqual({
      id: 'trigger-1',
      matched: 2,
      fired: 1,
      trigger: failing({ endpoint: 'GET /users/ada' }),
    })
    expect(emulator.triggers.list().map(({ id }) => id)).toEqual(['trigger-1', 'trigger-2'])
    expect(emulator.triggers.update('trigger-9', {})).toBeUndefined()
  })

  it('moves to another place with its counts, and what stands first acts first', async () => {
    const emulator = createEmulator()
    for (const status of [501, 502, 503])
      emulator.triggers.add({ when: { endpoint: 'GET /users/me' }, do: [{ fail: { status, body: {} } }] })
    const order = () => emulator.triggers.list().map(({ id, matched }) => `${id} ${matched}`)
    expect(await statuses(emulator, '/users/me', 1)).toEqual([501])
    const before = order()
    expect(emulator.triggers.update('trigger-3', { place: 1 })).toMatchObject({ id: 'trigger-3' })
    expect(order()).toEqual([before[2], before[0], before[1]])
    expect(await statuses(emulator, '/users/me', 1)).toEqual([503])
    emulator.triggers.update('trigger-3', { place: 99 })
    expect(emulator.triggers.list().map(({ id }) => id)).toEqual(['trigger-1', 'trigger-2', 'trigger-3'])
    expect(await statuses(emulator, '/users/me', 1)).toEqual([501])
    expect(() => emulator.triggers.update('trigger-3', { place: 0 })).toThrow('place')
  })

  it('stays as it was where the change is wrong, in a fork and before a snapshot is restored', async () => {
    const emulator = world()
    const fork = emulator.fork()
    const before = emulator.snapshot()
    expect(() => emulator.triggers.update('trigger-1', { when: { endpoint: 'GET /user/me' as never } })).toThrow(
      'did you mean',
    )
    emulator.triggers.update('trigger-1', { enabled: false })
    expect(fork.triggers.list()[0]!.trigger.enabled).toBeUndefined()
    expect(createEmulator({ state: emulator.export() }).triggers.list()[0]!.trigger.enabled).toBe(false)
    emulator.restore(before)
    expect(await statuses(emulator, '/users/me', 2)).toEqual([200, 500])
  })
})
