import { describe, expect, it } from 'vitest'
import { direct } from '../../../tests/conformance/direct.ts'
import type { TriggerInput } from './triggers.ts'

const ada = 'svc-key-ada-admin'
const org = { alias: 'made', type: 'text' }

describe('several triggers on one request', () => {
  it('act in order, each for itself; the first refusal is answered', async () => {
    const { emulator, api } = direct()
    const when = { endpoint: 'GET /users/me' } as const
    emulator.triggers.add({ when, do: { update: { users: { ada: { name: 'Ada the First' } } } } })
    emulator.triggers.add({ when: { ...when, nth: 1 }, do: { fail: { error: 'forbidden' } } })
    emulator.triggers.add({
      when,
      do: [{ update: { users: { ada: { name: 'Ada the Second' } } } }, { fail: { error: 'internal_error' } }],
    })
    expect((await api.get('/users/me', ada)).status).toBe(403)
    expect((await api.get('/users/me', ada)).status).toBe(500)
    expect(emulator.world.users.get('ada')?.name).toBe('Ada the Second')
    expect(emulator.triggers.list().map(({ fired }) => fired)).toEqual([2, 1, 2])
  })
})

describe('several faults of one trigger', () => {
  it('all act, also after a refusal', async () => {
    const { emulator, api } = direct()
    emulator.triggers.add({
      when: { endpoint: '*' },
      do: [
        { fail: { error: 'forbidden' } },
        { fail: { error: 'internal_error' } },
        { malformed: true },
        { drop: true },
      ],
    })
    await expect(api.get('/users/me', ada)).rejects.toThrow(TypeError)
    expect(emulator.journal.entries()[0]).toMatchObject({
      error: 'forbidden',
      response: { faults: [{ malformed: true }, { drop: true }] },
    })
  })
})

describe('a made-up refusal', () => {
  it('exercises no clause but those of the envelope', async () => {
    const { emulator, api } = direct()
    emulator.triggers.add({
      when: { endpoint: '*', nth: 1 },
      do: { fail: { error: 'revision_not_failed', message: 'Made up.' } },
    })
    emulator.triggers.add({ when: { endpoint: '*', nth: 2 }, do: { fail: { status: 409, body: {} } } })
    const exercised = () =>
      emulator
        .coverage()
        .clauses.items.filter(({ count }) => count > 0)
        .map(({ id }) => id)
    expect((await api.get('/users/me', ada)).body).toEqual({
      status: 'failure',
      error: 'revision_not_failed',
      message: 'Made up.',
    })
    expect(exercised()).toContain('envelope.failure-has-error-and-message')
    expect(exercised()).not.toContain('revision.reset.needs-failed')
    emulator.reset()
    emulator.triggers.add({ when: { endpoint: '*' }, do: { fail: { status: 409, body: {} } } })
    expect((await api.get('/users/me', ada)).body).toEqual({})
    expect(exercised()).not.toContain('envelope.status-on-every-response')
  })

  it.each<[string, object]>([
    ['limit_exceeded', { name: 'orgs_per_user', max: 50, current: 50 }],
    ['invalid_blob_type', { name: 'enabled_blob_types', allowed: [] }],
    ['graph_traversal_limit_exceeded', { name: 'graph_depth', max: 6 }],
    ['request_too_large', { name: 'request_body_bytes', max: 1_048_576 }],
  ])('%s has the limit object that the envelope asks for', async (error, limit) => {
    const { emulator, api } = direct()
    emulator.triggers.add({ when: { endpoint: '*', nth: 1 }, do: { fail: { error } } } as TriggerInput)
    emulator.triggers.add({
      when: { endpoint: '*', nth: 2 },
      do: { fail: { error, limit: { name: 'own', max: 1 } } },
    } as TriggerInput)
    expect((await api.get('/users/me', ada)).body.limit).toEqual(limit)
    expect((await api.get('/users/me', ada)).body.limit).toEqual({ name: 'own', max: 1 })
  })

  it('takes its status from the settings like any other', async () => {
    const { emulator, api } = direct({ settings: { statuses: { invalid_cursor: 422 } } })
    emulator.triggers.add({ when: { endpoint: '*' }, do: { fail: { error: 'invalid_cursor' } } })
    expect((await api.get('/users/me', ada)).status).toBe(422)
  })
})

describe('a handler', () => {
  it.each<[TriggerInput['do'], 'before' | 'after', boolean]>([
    [{ fail: { error: 'internal_error' } }, 'before', false],
    [{ fail: { error: 'internal_error' } }, 'after', true],
    [{ fail: { status: 500 } }, 'before', false],
    [{ drop: true }, 'before', false],
    [{ drop: true }, 'after', true],
    [{ reset: true }, 'before', false],
    [{ lose_response: true }, 'before', true],
    [{ truncate: true }, 'before', true],
    [{ empty: true }, 'before', true],
  ])('with %j %s runs: %s', async (actions, at, runs) => {
    const { emulator, api } = direct()
    emulator.triggers.add({ when: { endpoint: 'POST /blobs/:org', at }, do: actions })
    await api.post('/blobs/acme', ada, org).catch(() => undefined)
    expect(emulator.world.blobs.get('made') !== undefined).toBe(runs)
  })
})

describe('a fault of sockets', () => {
  it('is left out over HTTP, and the journal says so', async () => {
    const { emulator, api } = direct()
    emulator.triggers.add({ when: { command: '*' }, do: [{ close: { code: 1013 } }] })
    expect((await api.post('/workflow/list_sessions', ada, { org_id: 'acme' })).status).toBe(200)
    expect(emulator.journal.entries()[0]?.notes).toEqual([
      "the fault 'close' was left out: HTTP has no close frame: use `drop`, or `fail` with a status",
    ])
  })
})

describe('triggers at the start', () => {
  const scenario = {
    scenario: { name: 'x', triggers: [{ when: { endpoint: 'GET /users/me', nth: 1 }, do: { drop: true } }] },
    fixtures: [],
  }

  it('come from the scenario, and come back with reset', async () => {
    const { emulator, api } = direct({ scenario, fixtures: ['starter'] })
    for (let i = 0; i < 2; i++) {
      await expect(api.get('/users/me', ada)).rejects.toThrow(TypeError)
      expect((await api.get('/users/me', ada)).status).toBe(200)
      emulator.triggers.clear()
      emulator.reset()
    }
  })

  it('that are wrong are named with their path', () => {
    const wrong = {
      ...scenario,
      scenario: {
        name: 'x',
        triggers: [scenario.scenario.triggers[0], { when: { endpoint: 'GET /users/m', caller: 'no' }, do: {} }],
      },
    }
    expect(() => direct({ scenario: wrong, fixtures: ['starter'] })).toThrow(/^triggers\[1\]/)
  })
})
