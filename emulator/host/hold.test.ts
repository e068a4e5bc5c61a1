import { expect, it } from 'vitest'
import { createEmulator } from '../index.ts'
import { hostOf } from './instance-of.ts'

const headers = { 'X-API-Key': 'svc-key-ada-admin' }
const ada = { headers }

function orgs(alias: string): RequestInit {
  return {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ alias, name: alias }),
  }
}

/** Emulator with a gate, and a request that waits at it. */
async function held(...[when, options]: Parameters<ReturnType<typeof createEmulator>['hold']>) {
  const emulator = createEmulator()
  const gate = emulator.hold(when, options)
  const answer = emulator.fetch('/v1/users/me', ada)
  await gate.arrived()
  return { emulator, gate, answer }
}

it('a held request is received, and answered once it is released', async () => {
  const { emulator, gate, answer } = await held('GET /users/me')
  expect(gate.entries).toMatchObject([
    { number: 1, unit: 'GET /users/:user_id', caller: 'ada', delivery: 'held', response: null },
  ])
  expect(emulator.verify({ endpoint: 'GET /users/me', delivery: 'held' }, { times: 1 }).ok).toBe(true)
  gate.release()
  expect((await answer).status).toBe(200)
  expect(emulator.journal.entries()).toMatchObject([{ number: 1, response: { status: 200 }, error: null }])
  expect(gate.entries[0]).not.toHaveProperty('delivery')
})

it('what comes meanwhile is answered before', async () => {
  const { emulator, gate, answer } = await held({ endpoint: 'GET /users/me', nth: 1 })
  expect((await emulator.fetch('/v1/users/me', ada)).status).toBe(200)
  emulator.world.users.update('ada', { name: 'Countess' })
  gate.release()
  expect(await (await answer).json()).toMatchObject({ user: { name: 'Countess' } })
  expect(emulator.journal.entries().map(({ number }) => number)).toEqual([1, 2])
})

it('with at: after the work is done, and its answer waits', async () => {
  const emulator = createEmulator()
  const gate = emulator.hold('POST /orgs', { at: 'after' })
  const answer = emulator.fetch('/v1/orgs', orgs('new'))
  await gate.arrived()
  expect(emulator.world.orgs.get('new')).toBeDefined()
  expect(gate.entries).toMatchObject([{ delivery: 'held', response: { status: 200 } }])
  gate.release({ fail: { status: 503 } })
  expect((await answer).status).toBe(503)
  expect(emulator.journal.entries()).toMatchObject([{ number: 1, response: { status: 503 } }])
})

it('is released with any fault', async () => {
  const failed = await held('GET /users/me')
  failed.gate.release({ fail: { error: 'limit_exceeded' } })
  expect(await (await failed.answer).json()).toMatchObject({ error: 'limit_exceeded' })
  const lost = await held('GET /users/me')
  lost.gate.release([{ delay: 1 }, { lose_response: true }])
  await expect(lost.answer).rejects.toThrow('fetch failed')
  expect(lost.gate.entries).toMatchObject([{ delivery: 'lost', response: { status: 200 } }])
})

it('a request that is dropped before it is handled changes nothing', async () => {
  const emulator = createEmulator()
  const gate = emulator.hold('POST /orgs')
  const answer = emulator.fetch('/v1/orgs', orgs('new'))
  await gate.arrived()
  gate.release({ drop: true })
  await expect(answer).rejects.toThrow('fetch failed')
  expect(emulator.world.orgs.get('new')).toBeUndefined()
})

it.each(['before', 'after'] as const)('a client that gives up while held (%s) is seen', async (at) => {
  const emulator = createEmulator()
  const gate = emulator.hold('POST /orgs', { at })
  const user = new AbortController()
  const answer = emulator.fetch('/v1/orgs', { ...orgs('new'), signal: user.signal })
  await gate.arrived()
  user.abort(new Error('cancelled'))
  await expect(answer).rejects.toThrow('cancelled')
  expect(gate.entries).toMatchObject([{ delivery: 'gave up' }])
  expect(emulator.world.orgs.get('new') === undefined).toBe(at === 'before')
  expect(() => gate.release()).toThrow('nothing is held: 1 request came to the gate, and none waits')
})

it('several gates hold a request one after the other', async () => {
  const { emulator, gate, answer } = await held('GET /users/me')
  const second = emulator.hold('GET /users/me')
  const other = emulator.fetch('/v1/users/me', ada)
  await gate.arrived(2)
  gate.releaseAll()
  await second.arrived()
  expect(await Promise.race([other, answer])).toBe(await answer)
  second.remove()
  expect((await other).status).toBe(200)
})

it.each(['reset', 'restore'] as const)('%s removes gates, and lets go what they hold', async (way) => {
  const { emulator, gate, answer } = await held('GET /users/me')
  const later = gate.arrived(2)
  if (way === 'reset') emulator.reset()
  else emulator.restore(emulator.snapshot())
  expect((await answer).status).toBe(200)
  await expect(later).rejects.toThrow('the gate was removed before 2 requests had come to it')
  expect(emulator.gates).toEqual([])
})

it('going back to an entry removes gates, too', async () => {
  const emulator = createEmulator({ trace: true })
  await emulator.fetch('/v1/users/me', ada)
  const gate = emulator.hold('GET /users/me')
  const answer = emulator.fetch('/v1/users/me', ada)
  await gate.arrived()
  expect(() => emulator.trace.restore(99)).toThrow('99')
  expect(emulator.gates).toHaveLength(1)
  emulator.trace.restore(1, 'before')
  expect((await answer).status).toBe(200)
  expect(emulator.gates).toEqual([])
})

it('a fork has no gates', async () => {
  const { emulator, gate, answer } = await held('GET /users/me')
  expect((await emulator.fork().fetch('/v1/users/me', ada)).status).toBe(200)
  gate.remove()
  await answer
})

it('using removes the gate', async () => {
  const emulator = createEmulator()
  let answer: Promise<Response>
  {
    using gate = emulator.hold('GET /users/me')
    answer = emulator.fetch('/v1/users/me', ada)
    await gate.arrived()
  }
  expect((await answer).status).toBe(200)
  expect((await emulator.fetch('/v1/users/me', ada)).status).toBe(200)
})

it('triggers hold at gates by name', async () => {
  const emulator = createEmulator()
  emulator.triggers.add({ name: 'late', when: { endpoint: 'GET /users/me', nth: 1 }, do: [{ hold: 'first' }] })
  emulator.triggers.add({ name: 'done', when: { endpoint: 'POST /orgs', at: 'after' }, do: { hold: true } })
  const first = emulator.fetch('/v1/users/me', ada)
  const made = emulator.fetch('/v1/orgs', orgs('new'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(emulator.gates.map(({ name, entries }) => [name, entries.map(({ triggers }) => triggers)])).toEqual([
    ['first', [['late']]],
    ['done', [['done']]],
  ])
  expect(hostOf(emulator).holds.stillHeld()).toEqual([
    "GET /users/me is held at 'first'; release it, or remove the gate",
    "POST /orgs is held at 'done'; release it, or remove the gate",
  ])
  expect((await emulator.fetch('/v1/users/me', ada)).status).toBe(200)
  for (const gate of emulator.gates) gate.release()
  expect([(await first).status, (await made).status]).toEqual([200, 200])
  expect(emulator.triggers.list()).toMatchObject([
    { matched: 2, fired: 1 },
    { matched: 1, fired: 1 },
  ])
  expect(emulator.journal.entries().map(({ triggers }) => triggers)).toEqual([['late'], ['done'], []])
})

it('a held request counts for other triggers from its arrival on', async () => {
  const { emulator, gate, answer } = await held({ endpoint: 'GET /users/me', nth: 1 })
  emulator.triggers.add({ when: { endpoint: 'GET /users/me', nth: 1 }, do: { fail: { status: 502 } } })
  expect((await emulator.fetch('/v1/users/me', ada)).status).toBe(502)
  gate.release()
  expect((await answer).status).toBe(200)

  const other = createEmulator()
  other.triggers.add({ when: { endpoint: 'GET /users/me', nth: 1, at: 'after' }, do: { fail: { status: 502 } } })
  other.triggers.add({ when: { endpoint: 'GET /users/me', nth: 2 }, do: { fail: { status: 503 } } })
  const first = other.hold({ endpoint: 'GET /users/me', nth: 1 })
  const late = other.fetch('/v1/users/me', ada)
  await first.arrived()
  expect((await other.fetch('/v1/users/me', ada)).status).toBe(503)
  first.release()
  expect((await late).status).toBe(502)
})

it('refuses what cannot be', async () => {
  const emulator = createEmulator()
  const hold = emulator.hold.bind(emulator) as (when: unknown, options?: unknown) => unknown
  expect(() => hold('GET /user/me')).toThrow("hold.endpoint: no endpoint 'GET /user/me', did you mean 'GET /users/me'?")
  expect(() => hold('/users/me')).toThrow('did you mean `GET /users/me`?')
  expect(() => hold('workflow.list_session')).toThrow('workflow.list_sessions')
  expect(() => hold({ caller: 'ada' })).toThrow()
  expect(() => hold('GET /users/me', { at: 'later' })).toThrow("at: expected 'before' or 'after'")
  expect(() => hold('GET /users/me', { name: 'one' }) && hold('GET /users/me', { name: 'one' })).toThrow(
    "hold: there is a gate 'one' already",
  )
  const { gate, answer } = await held('GET /users/me')
  const release = gate.release.bind(gate) as (fault: unknown) => void
  expect(() => release({ hold: 'again' })).toThrow('release.hold')
  expect(() => release({ delete: { users: 'ben' } })).toThrow('expected a fault; a change is made before the release')
  expect(() => release({ abort: true })).toThrow('only a socket can show this fault')
  expect(() => release({ fial: { status: 503 } })).toThrow('fail')
  release([])
  expect((await answer).status).toBe(200)
  expect(() => release([])).toThrow('nothing is held')
  expect(() => emulator.gates[0]!.release()).toThrow('no request has come to the gate yet')
})

it('the world of a traced request is that of its release', async () => {
  const emulator = createEmulator({ trace: true })
  const gate = emulator.hold({ endpoint: 'POST /orgs', nth: 1 })
  const first = emulator.fetch('/v1/orgs', orgs('first'))
  await gate.arrived()
  await emulator.fetch('/v1/orgs', orgs('second'))
  gate.release()
  await first
  expect(emulator.trace.changes(1).inserted.map(({ record }) => (record as { alias?: string }).alias)).toContain(
    'first',
  )
  expect(emulator.trace.stateAt(1, 'before').orgs.get('second')).toBeDefined()
  expect(emulator.trace.stateAt(2, 'before').orgs.get('first')).toBeUndefined()
})
