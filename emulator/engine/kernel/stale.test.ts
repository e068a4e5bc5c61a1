import { describe, expect, it } from 'vitest'
import { connectDirectly } from '../../../tests/conformance/socket.ts'
import { createEmulator, type EmulatorOptions, type EndpointName, type TriggerInput } from '../../index.ts'

const ada = { 'X-API-Key': 'svc-key-ada-admin', 'content-type': 'application/json' }

interface Start extends Pick<EmulatorOptions, 'settings' | 'state'> {
  readonly triggers?: readonly TriggerInput[]
}

function start({ triggers = [], ...options }: Start = {}) {
  const emulator = createEmulator(options)
  for (const trigger of triggers) emulator.triggers.add(trigger)
  const ask = async (line: string, body?: unknown) => {
    const [method = '', path = ''] = line.split(' ')
    const sent = { method, headers: ada, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const response = await emulator.fetch(`/v1${path}`, sent)
    return (await response.json()) as Record<string, never>
  }
  return { emulator, ask, last: () => emulator.journal.entries().at(-1)! }
}

const stale = (endpoint: EndpointName, time = '2s'): TriggerInput => ({ when: { endpoint }, do: { stale: time } })

describe('a trigger that makes reads stale', () => {
  it('answers them as the world was, until its time is over', async () => {
    const { emulator, ask, last } = start({ triggers: [stale('GET /orgs/:org_id'), stale('GET /orgs/:org_id/blobs')] })
    const before = await ask('GET /orgs/acme/blobs')
    await ask('POST /blobs/acme', { alias: 'new', type: 'text' })
    await ask('PATCH /orgs/acme', { name: 'Renamed' })
    await ask('POST /orgs', { name: 'Other', alias: 'other' })
    expect(await ask('GET /orgs/acme/blobs')).toEqual(before)
    expect(last()).toMatchObject({ triggers: ['trigger-2'], assumptions: expect.arrayContaining(['A-99']) })
    expect(last().notes).toEqual(['answered as the world was before 2026-01-01T00:00:00.000Z'])
    expect((await ask('GET /orgs/acme'))['org']).toMatchObject({ name: 'Acme' })
    expect(await ask('GET /orgs/other')).toMatchObject({ error: 'org_not_found' })
    expect(await ask('GET /blobs/acme/new')).toMatchObject({ status: 'success' })
    emulator.clock.advance('5s')
    expect((await ask('GET /orgs/acme'))['org']).toMatchObject({ name: 'Renamed' })
    expect(await ask('GET /orgs/other')).toMatchObject({ status: 'success' })
    expect(emulator.triggers.list().map(({ matched, fired }) => [matched, fired])).toEqual([
      [4, 2],
      [2, 1],
    ])
  })

  it('answers a command over a socket so, too', async () => {
    const { emulator, ask, last } = start({
      triggers: [{ when: { command: 'workflow.get_session' }, do: { stale: '2s' } }],
    })
    await ask('POST /workflow/delete_session', { session_id: 'run-02' })
    const socket = connectDirectly(emulator, 'svc-key-ada-admin')
    socket.send('{"jsonrpc":"2.0","id":1,"method":"workflow.get_session","params":{"session_id":"run-02"}}')
    expect(JSON.parse(await socket.next())).toMatchObject({ result: { session: { alias: 'run-02' } } })
    expect(last()).toMatchObject({ via: 'socket', assumptions: expect.arrayContaining(['A-99']) })
  })

  it('shows what was deleted, a call too, and goes no further back than its caller', async () => {
    const { emulator, ask } = start({
      triggers: [{ when: { command: '*' }, do: { stale: '1h' } }, stale('*')],
    })
    await ask('POST /orgs', { name: 'First' })
    await ask('POST /workflow/delete_session', { session_id: 'run-02' })
    expect(await ask('POST /workflow/get_session', { session_id: 'run-02' })).toMatchObject({ status: 'success' })
    const { user } = (await ask('POST /users', { name: 'Bot', alias: 'robot' })) as never as { user: { id: string } }
    const { api_key } = (await ask('POST /api-keys/target/user/robot', { role: 'read' })) as never as {
      api_key: { key: string }
    }
    const response = await emulator.fetch('/v1/users/me', { headers: { 'X-API-Key': api_key.key } })
    expect(await response.json()).toMatchObject({ user: { id: user.id } })
  })

  it('leaves membership as it is', async () => {
    const { emulator, ask } = start({ triggers: [stale('GET /orgs/:org_id')] })
    await ask('PATCH /orgs/acme', { visibility: 'private' })
    emulator.clock.advance('1m')
    const { members } = (await ask('GET /members/target/org/acme')) as never as {
      members: { id: string; user_id: string }[]
    }
    const ben = emulator.world.users.get('ben')!.id
    const read = async () => {
      const response = await emulator.fetch('/v1/orgs/acme', { headers: { 'X-API-Key': 'svc-key-ben-admin' } })
      return response.status
    }
    expect(await read()).toBe(200)
    await ask(`DELETE /members/${members.find(({ user_id }) => user_id === ben)!.id}`)
    expect(await read()).toBe(404)
    await ask('POST /members/target/org/acme', { user_id: ben, role: 'read' })
    expect(await read()).toBe(200)
  })

  it('shows nobody what he may not see any more', async () => {
    const { emulator, ask } = start()
    const key = { user: 'eve', target: 'user', target_id: 'eve', role: 'admin', created_by: 'eve' } as const
    emulator.world.users.insert({ alias: 'eve' })
    emulator.world.api_keys.insert({ key: 'svc-key-eve', ...key })
    const ben = emulator.world.users.get('ben')!.id
    const grant = async (role: string) => {
      const held = emulator.world.members.list({ user_id: ben }).find(({ target_id }) => target_id.endsWith('c1'))!
      await ask(`DELETE /members/${held.id}`)
      await ask('POST /members/target/org/acme', { user_id: ben, role })
    }
    const read = async (who: string, path: string) => {
      const response = await emulator.fetch(`/v1${path}`, { headers: { 'X-API-Key': who } })
      return (await response.json()) as { error?: string; orgs: { alias: string }[]; revisions: { phase: string }[] }
    }
    const phases = async () => {
      const { revisions } = await read('svc-key-ben-admin', '/blobs/acme/weights/revisions')
      return [...new Set(revisions.map(({ phase }) => phase))]
    }
    await grant('write')
    emulator.triggers.add(stale('*', '1h'))
    expect(await phases()).toEqual(['draft', 'commit'])
    await grant('read')
    expect(await phases()).toEqual(['commit'])
    const paths = ['/blobs/acme/weights', '/blobs/acme/weights/revisions', '/orgs/acme', '/orgs/acme/blobs']
    const errors = async () => Promise.all(paths.map(async (path) => (await read('svc-key-eve', path)).error))
    expect(await errors()).toEqual([undefined, undefined, undefined, undefined])
    await ask('PATCH /blobs/acme/weights', { visibility: 'private' })
    expect(await errors()).toEqual(['blob_not_found', 'blob_not_found', undefined, undefined])
    await ask('PATCH /orgs/acme', { visibility: 'private', name: 'Hidden' })
    expect((await errors()).slice(2)).toEqual(['org_not_found', 'org_not_found'])
    expect((await read('svc-key-eve', '/users/ada/orgs')).orgs).toEqual([])
    expect((await ask('GET /orgs/acme'))['org']).toMatchObject({ name: 'Hidden' })
  })

  it('is one on reads alone, before their work', () => {
    const { emulator } = start()
    const problem = (when: object, time: unknown = '2s') => {
      try {
        emulator.triggers.add({ when, do: { stale: time } } as never)
        return undefined
      } catch (error) {
        return String((error as Error).message)
      }
    }
    expect(problem({ endpoint: 'POST /orgs' })).toContain('only a read can be stale, and POST /orgs writes')
    expect(problem({ command: 'workflow.create_session' })).toContain('workflow.create_session writes')
    expect(problem({ endpoint: 'GET /users/me', at: 'after' })).toContain('leave out `at`')
    expect(problem({ endpoint: 'GET /users/me' }, '0s')).toContain('expected more than 0 and at most 24h, got 0s')
    expect(problem({ endpoint: 'GET /users/me' }, '25h')).toContain('at most 24h')
    expect(problem({ endpoint: 'GET /users/me' }, 'soon')).toContain('expected a duration')
    expect(problem({ command: 'workflow.*' })).toBeUndefined()
  })

  it('is saved and loaded with the world, which then has no past', async () => {
    const { emulator, ask } = start({ triggers: [stale('GET /orgs/:org_id', '1h')] })
    await ask('PATCH /orgs/acme', { name: 'Renamed' })
    const fork = start({ state: emulator.export() })
    expect(fork.emulator.triggers.list()).toEqual(emulator.triggers.list())
    expect((await fork.ask('GET /orgs/acme'))['org']).toMatchObject({ name: 'Renamed' })
    await fork.ask('PATCH /orgs/acme', { name: 'Renamed again' })
    expect((await fork.ask('GET /orgs/acme'))['org']).toMatchObject({ name: 'Renamed' })
  })

  it('goes with a snapshot', async () => {
    const { emulator, ask } = start({ triggers: [stale('GET /orgs/:org_id')] })
    await ask('PATCH /orgs/acme', { name: 'Renamed' })
    const snapshot = emulator.snapshot()
    emulator.clock.advance('1h')
    emulator.restore(snapshot)
    expect((await ask('GET /orgs/acme'))['org']).toMatchObject({ name: 'Acme' })
  })
})

describe('a service whose reads lag', () => {
  it('does so for the requests alone that a trigger puts under the alternative', async () => {
    const { ask } = start({
      triggers: [{ when: { endpoint: 'GET /orgs/:org_id' }, do: { under: { otherwise: ['A-99/1'] } } }],
    })
    await ask('POST /orgs', { name: 'New', alias: 'new' })
    const codes: unknown[] = []
    for (let i = 0; i < 20; i++) codes.push((await ask('GET /orgs/new'))['error'])
    expect(new Set(codes)).toEqual(new Set([undefined, 'org_not_found']))
    expect(await ask('GET /orgs/new/blobs')).toMatchObject({ status: 'success' })
  })

  it('answers some of them as before, and never after two seconds', async () => {
    const { emulator, ask, last } = start({ settings: { otherwise: ['A-99/1'] } })
    await ask('PATCH /orgs/acme', { name: 'Renamed' })
    const names: unknown[] = []
    for (let i = 0; i < 20; i++) names.push((await ask('GET /orgs/acme'))['org']!['name'])
    expect(new Set(names)).toEqual(new Set(['Acme', 'Renamed']))
    expect(last().assumptions).toContain('A-99')
    emulator.clock.advance('2s')
    for (let i = 0; i < 20; i++) expect((await ask('GET /orgs/acme'))['org']).toMatchObject({ name: 'Renamed' })
    expect(last().assumptions).not.toContain('A-99')
  })

  it('finds what was not there yet', async () => {
    const { ask, last } = start({ settings: { otherwise: ['A-99/1'] } })
    await ask('POST /orgs', { name: 'New', alias: 'new' })
    const codes = []
    for (let i = 0; i < 20; i++) codes.push((await ask('GET /orgs/new'))['error'])
    expect(new Set(codes)).toEqual(new Set([undefined, 'org_not_found']))
    expect(last().assumptions).toContain('A-99')
  })
})
