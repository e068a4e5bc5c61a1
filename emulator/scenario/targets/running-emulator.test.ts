import { afterEach, expect, it } from 'vitest'
import { startServer, type RunningServer, type ServerOptions } from '../../adapters/node/server.ts'
import { loadScenario, replay, transcriptOf, type ReplayResult, type Scenario } from '../index.ts'
import { createRunner } from '../run/run-step.ts'
import { InProcessTarget } from './in-process.ts'
import { runningEmulator } from './running-emulator.ts'

const open: RunningServer[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

async function serve(options: ServerOptions = {}): Promise<RunningServer> {
  const server = await startServer(options)
  open.push(server)
  return server
}

const scenario: Scenario = {
  scenario: 1,
  name: 'on-a-running-emulator',
  about: 'Does all that only an emulator can.',
  clauses: ['revision.reset.needs-failed'],
  world: {
    fixtures: ['starter'],
    seed: 9,
    records: { orgs: [{ alias: 'own-org', visibility: 'public' }], blobs: [{ alias: 'own-blob', org: 'acme' }] },
  },
  triggers: [{ when: { endpoint: 'GET /users/me', nth: 2 }, do: { fail: { error: 'internal_error' } } }],
  steps: [
    { http: 'GET /blobs/acme/own-blob', as: 'svc-key-ada-admin', expect: { body: { blob: { alias: 'own-blob' } } } },
    { http: 'GET /users/me' },
    { http: 'GET /users/me', expect: { error: 'internal_error' } },
    { change: { update: { blobs: { 'own-blob': { name: 'Renamed' } } } } },
    { http: 'GET /blobs/acme/own-blob', expect: { body: { blob: { name: 'Renamed' } } } },
    { clock: { advance: '1h' } },
    {
      http: 'POST /blobs/acme',
      body: { alias: 'later', type: 'text' },
      expect: { body: { blob: { created_at: { matches: '^2026-01-01T01:00' } } } },
      save: { op: 'body.operation.id' },
    },
    { change: { fail_operation: true } },
    { http: 'GET /operations/${op}', expect: { body: { operation: { status: 'failed' } } } },
    {
      http: 'POST /revisions/00000000-0000-4000-8000-0000000000e1/reset',
      expect: { error: 'revision_not_failed' },
      clauses: ['revision.reset.needs-failed'],
    },
    { call: 'workflow.list_sessions', params: { org_id: 'acme' } },
  ],
}

function reasons({ steps, problems }: ReplayResult): string[] {
  return [...steps.flatMap((step) => (step.status === 'passed' ? [] : step.reasons)), ...problems]
}

it('does everything there, with the same bytes as in process, and leaves nothing behind', async () => {
  const { url, emulator } = await serve()
  const loaded = await loadScenario(scenario)
  const result = await replay(loaded, await runningEmulator({ apiUrl: url }, loaded))
  expect(reasons(result)).toEqual([])
  expect(result.ok).toBe(true)
  expect(transcriptOf([result])).toBe(transcriptOf([await replay(loaded)]))
  expect(emulator.world.blobs.get('own-blob')).toBeUndefined()
  expect(await (await fetch(`${open[0]?.controlUrl}/worlds`)).json()).toEqual({ worlds: [] })
})

it('keeps settings of the server that a scenario does not set itself', async () => {
  const { url } = await serve({ settings: { otherwise: ['A-38/1'], limits: { orgs_per_user: 40 } } })
  const unknown = {
    http: 'POST /orgs',
    as: 'svc-key-ada-admin',
    body: { name: 'New', alias: 'new-org', colour: 'red' },
  }
  const replayed = async (more: Partial<Scenario>): Promise<string[]> => {
    const loaded = await loadScenario({
      scenario: 1,
      name: 's',
      steps: [{ ...unknown, expect: { status: 400 } }],
      ...more,
    })
    return reasons(await replay(loaded, await runningEmulator({ apiUrl: url }, loaded)))
  }
  expect((await replayed({}))[0]).toContain('200')
  expect((await replayed({ world: { settings: { limits: { blobs_per_org: 9 } } } }))[0]).toContain('200')
  expect(await replayed({ world: { settings: { otherwise: [] } } })).toEqual([])
})

it('looks behind what a client prints, as in process', async () => {
  const { url } = await serve()
  const code =
    "fetch(process.env.SVC_API_URL + '/blobs/acme', { method: 'POST', headers: { 'x-api-key': process.env.SVC_API_KEY, 'content-type': 'application/json' }, body: '{\"alias\":\"later\",\"type\":\"text\"}' })"
  const run = { run: ['node', '-e', code], as: 'svc-key-ada-admin' }
  const told = async (count: number) => {
    const loaded = await loadScenario({
      ...scenario,
      clauses: [],
      triggers: [],
      steps: [
        { http: 'GET /users/me', as: 'svc-key-ada-admin' },
        {
          ...run,
          expect: {
            requests: { count },
            records: [{ table: 'blobs', match: { alias: 'later', condition: 'ready' }, count }],
          },
        },
      ],
    })
    const runner = createRunner()
    return reasons(await replay(loaded, await runningEmulator({ apiUrl: url }, loaded), { run: runner.run })).concat(
      (await runner.close()) ?? [],
    )
  }
  expect(await told(1)).toEqual([])
  expect(await told(2)).toEqual([
    'requests.count: expected 2, got 1',
    expect.stringContaining('records[0].count: expected 2 of blobs'),
  ])
})

it.each(['half of a character where its line is cut', 'half of a character'])(
  'makes a change with %s',
  async (what) => {
    const { url } = await serve()
    const name = what === 'half of a character' ? 'a\uD83D' : '😀'.repeat(200)
    const steps = [' ', '  '].map((space) => ({ change: { update: { users: { ben: { name: space + name } } } } }))
    const loaded = await loadScenario({ scenario: 1, name: 'x', about: 'x', steps })
    expect(reasons(await replay(loaded, await runningEmulator({ apiUrl: url }, loaded)))).toEqual([])
  },
)

it('a change that cannot be made fails its step', async () => {
  const { url } = await serve()
  const loaded = await loadScenario({
    scenario: 1,
    name: 'x',
    about: 'x',
    steps: [{ change: { delete: { orgs: 'nowhere' } } }],
  })
  expect(reasons(await replay(loaded, await runningEmulator({ apiUrl: url }, loaded)))[0]).toContain(
    "there is no org 'nowhere'",
  )
})

it.each(['/v2', '/v1/users', '/w/w1/v2', '/api'])(
  'is not reached below %s, as the server that is meant would not be',
  async (path) => {
    const { url, emulator } = await serve()
    const { origin } = new URL(url)
    const loaded = await loadScenario({ scenario: 1, name: 'x' })
    await expect(runningEmulator({ apiUrl: origin + path }, loaded)).rejects.toThrow(
      `the emulator at ${origin} has its API at ${origin}/v1, and nothing at ${path}`,
    )
    expect(emulator.journal.entries()).toEqual([])
  },
)

it.each(['', '/', '/v1', '/v1/'])('is reached at %j', async (path) => {
  const loaded = await loadScenario({ scenario: 1, name: 'x' })
  expect(await runningEmulator({ apiUrl: new URL((await serve()).url).origin + path }, loaded)).toBeDefined()
})

it('anything else is no emulator', async () => {
  const loaded = await loadScenario({ scenario: 1, name: 'x', about: 'x' })
  expect(await runningEmulator({ apiUrl: 'http://127.0.0.1:9/v1' }, loaded)).toBeUndefined()
})

it.each(['there', 'in process'])(
  'sends the key that is given for a name, whatever the world has: %s',
  async (where) => {
    const { url, emulator } = await serve()
    const loaded = await loadScenario({
      scenario: 1,
      name: 'x',
      about: 'x',
      steps: [{ http: 'GET /users/me', as: 'svc-key-ada-admin', expect: { body: { user: { alias: 'ben' } } } }],
    })
    const keys = { 'svc-key-ada-admin': 'svc-key-ben-admin' }
    const target =
      where === 'there'
        ? await runningEmulator({ apiUrl: url, keys }, loaded)
        : new InProcessTarget(emulator, undefined, keys)
    expect(reasons(await replay(loaded, target))).toEqual([])
  },
)
