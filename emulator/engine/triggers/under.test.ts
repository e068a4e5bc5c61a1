import { describe, expect, it } from 'vitest'
import { createEmulator } from '../../index.ts'
import { direct } from '../../../tests/conformance/direct.ts'

const ada = 'svc-key-ada-admin'

describe('a request under rules of its own', () => {
  it('is answered by an alternative, and no other is', async () => {
    const { emulator, api } = direct()
    const when = { endpoint: 'POST /orgs', nth: 2 } as const
    emulator.triggers.add({ name: 'next', when, do: { under: { otherwise: ['A-38/1'] } } })
    const create = (alias: string) => api.post('/orgs', ada, { alias, name: alias, nickname: 'x' })
    const answers = [await create('one'), await create('two'), await create('three')]
    expect(answers.map(({ status }) => status)).toEqual([400, 200, 400])
    expect(emulator.world.orgs.list().map(({ alias }) => alias)).toContain('two')
    const [, second, third] = emulator.journal.entries()
    expect(second).toMatchObject({ under: { otherwise: ['A-38/1'] }, triggers: ['next'] })
    expect(second!.assumptions).toContain('A-38')
    expect(third).not.toHaveProperty('under')
    expect(emulator.triggers.list()).toMatchObject([{ matched: 3, fired: 1 }])
  })

  it('breaks a clause, has another limit, status and page', async () => {
    const { emulator, api } = direct()
    emulator.triggers.add({
      when: { endpoint: 'POST /orgs', nth: 1 },
      do: [{ under: { limits: { orgs_per_user: 1 } } }, { under: { statuses: { limit_exceeded: 402 } } }],
    })
    emulator.triggers.add({
      when: { endpoint: 'POST /orgs', nth: 3 },
      do: { under: { broken: ['envelope.status-on-every-response'] } },
    })
    const create = (alias: string) => api.post('/orgs', ada, { alias, name: alias })
    expect(await create('one')).toMatchObject({ status: 402, body: { limit: { max: 1 } } })
    expect(await create('one')).toMatchObject({ status: 200, body: { status: 'success' } })
    expect((await create('two')).body).not.toHaveProperty('status')
    expect(emulator.world.orgs.list().map(({ alias }) => alias)).toEqual(expect.arrayContaining(['one', 'two']))
    expect(emulator.export().settings).toMatchObject({ broken: [], statuses: {} })
  })

  it('of a command, through a gate', async () => {
    const { emulator, api } = direct()
    emulator.triggers.add({
      when: { command: 'workflow.list_session_events', nth: 2 },
      do: [{ under: { maximum_limit: 1 } }, { hold: 'gate' }],
    })
    const list = () => api.post('/workflow/list_session_events', ada, { session_id: 'run-01', limit: 2 })
    const first = await list()
    const held = list()
    await new Promise((resolve) => setImmediate(resolve))
    for (const gate of emulator.gates) gate.release()
    expect([first.status, (await held).status, (await list()).status]).toEqual([200, 400, 200])
    expect(emulator.journal.entries().map(({ under }) => under)).toEqual([undefined, { maximum_limit: 1 }, undefined])
  })

  it('has work that keeps them, also once it is saved, while time moved under others keeps its own', async () => {
    const { emulator, api } = direct()
    emulator.triggers.add({
      when: { command: 'workflow.start_execution', nth: 1 },
      do: { under: { node_ms: 60_000 } },
    })
    const start = async (): Promise<string> =>
      (await api.post('/workflow/start_execution', ada, { definition_id: 'ingest' })).body.execution.id
    const [slow, quick] = [await start(), await start()]
    const saved = createEmulator({ state: emulator.export() })
    for (const world of [emulator, saved]) {
      world.clock.advance('1m')
      expect(world.world.executions.get(slow)?.status).toBe('running')
      expect(world.world.executions.get(quick)?.status).toBe('succeeded')
      world.clock.advance('1h')
      expect(world.world.executions.get(slow)?.status).toBe('succeeded')
    }
  })

  it('leaves the world before it as it was in a traced one', async () => {
    const { emulator, api } = direct({ trace: true })
    emulator.triggers.add({ when: { endpoint: 'POST /orgs' }, do: { under: { operation_ms: 5 } } })
    const before = emulator.export()
    await api.post('/orgs', ada, { alias: 'one', name: 'One' })
    emulator.trace.restore(1, 'before')
    expect(emulator.export().settings).toEqual(before.settings)
    expect(emulator.export().tables).toEqual(before.tables)
  })
})

describe('rules that are wrong', () => {
  it.each<[unknown, object, string]>([
    [{ otherwise: ['A-38/9'] }, {}, "do.under.otherwise[0]: there is no alternative 'A-38/9' to an assumption"],
    [{ broken: ['envelope.status-on-every-respons'] }, {}, "did you mean 'envelope.status-on-every-response'?"],
    [{ default_limt: 5 }, {}, "do.under.default_limt: unknown field, did you mean 'default_limit'?"],
    [{ limits: { orgs_per_usr: 5 } }, {}, "do.under.limits.orgs_per_usr: unknown field, did you mean 'orgs_per_user'?"],
    [{ sockets: ['hangs'] }, {}, 'do.under.sockets: unknown field'],
    [{}, {}, 'do.under: expected at least one setting, such as `limits`'],
    [{ page_rows: 1 }, { at: 'after' }, 'do.under: rules are given before the work: leave out `at`'],
  ])('%j %j: %s', (under, when, message) => {
    const emulator = createEmulator()
    const add = () => emulator.triggers.add({ when: { endpoint: '*', ...when }, do: { under } } as never)
    expect(add).toThrow(message)
    expect(emulator.triggers.list()).toEqual([])
  })

  it('are none that a held request can be let go with', async () => {
    const { emulator, api } = direct()
    const gate = emulator.hold('GET /users/me')
    const answer = api.get('/users/me', ada)
    await gate.arrived()
    expect(() => gate.release({ under: { page_rows: 1 } } as never)).toThrow(
      'under: expected a fault; rules are given to a request when it arrives',
    )
    gate.release()
    expect((await answer).status).toBe(200)
  })

  it('of a saved state are refused', () => {
    const emulator = createEmulator()
    emulator.triggers.add({ when: { endpoint: '*' }, do: { under: { page_rows: 1 } } })
    const state = structuredClone(emulator.export())
    state.triggers.entries[0]!.trigger['do'] = { under: { otherwise: ['A-0/1'] } }
    expect(() => createEmulator({ state })).toThrow("there is no alternative 'A-0/1'")
  })
})
