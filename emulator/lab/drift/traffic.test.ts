import { describe, expect, it } from 'vitest'
import { askOnly, driftFrom } from '../../../tests/helpers/drift.ts'
import { createEmulator } from '../../adapters/create-emulator.ts'
import type { EmulatorOptions } from '../../host/emulator-options.ts'
import type { Step } from '../../scenario/schema-steps.ts'
import type { Scenario } from '../../scenario/schema.ts'
import type { Exchange, RecordedCaller } from '../../scenario/record/exchange.ts'
import { drift, InProcessTarget, type DriftOptions, type DriftReport } from './index.ts'

const ada: RecordedCaller = { api_key: 'svc-key-ada-admin' }

/** Requests of a client: to organizations that were there before, with keys that the run was not given. */
const requests: readonly (readonly [RecordedCaller, string, string, object?])[] = [
  [ada, 'GET', '/users/me'],
  [ada, 'GET', '/users/ben'],
  [ada, 'GET', '/users/me/orgs'],
  [ada, 'GET', '/orgs/acme'],
  [ada, 'GET', '/orgs/acme/blobs'],
  [ada, 'POST', '/workflow/list_sessions', { org_id: 'acme' }],
  [ada, 'POST', '/workflow/create_session', { org_id: 'acme', alias: 'made-by-the-suite' }],
  [ada, 'POST', '/workflow/get_session', { session_id: 'made-by-the-suite' }],
  [ada, 'POST', '/workflow/put_session_object', { session_id: 'made-by-the-suite', key: 'a', value: 1 }],
  [ada, 'POST', '/workflow/list_session_objects', { session_id: 'made-by-the-suite' }],
  [ada, 'POST', '/workflow/list_session_events', { session_id: 'run-01', limit: 5 }],
  [ada, 'POST', '/workflow/list_session_events', { session_id: 'run-01', cursor: null }],
  [ada, 'PATCH', '/orgs/acme', { name: 'Acme again' }],
  [ada, 'GET', '/blobs/acme/weights/revisions?limit=2'],
  [ada, 'POST', '/api-keys/target/org/acme', { role: 'read' }],
  [ada, 'DELETE', '/members/nothing'],
  [{ api_key: 'svc-key-ada-read' }, 'GET', '/users/me'],
  [{ api_key: 'svc-key-ada-read' }, 'POST', '/workflow/create_session', { org_id: 'acme', alias: 'refused' }],
  [{ api_key: 'svc-key-acme-write' }, 'GET', '/users/me/orgs'],
  [{ api_key: 'svc-key-acme-write' }, 'POST', '/workflow/create_session', { org_id: 'acme', alias: 'by-a-scoped-key' }],
  [{ api_key: 'svc-key-bot-write' }, 'POST', '/api-keys/target/org/acme', { role: 'read' }],
  [{ bearer: 'svc-token-ada' }, 'GET', '/users/me'],
  [{ bearer: 'svc-token-ada-as-bot' }, 'GET', '/users/me'],
  [{ bearer: 'svc-token-ada' }, 'POST', '/workflow/list_schedules', { org_id: 'acme' }],
  [{ api_key: 'nobody' }, 'GET', '/users/me'],
  ['none', 'GET', '/users/me'],
  [ada, 'POST', '/orgs', { name: 'Of the suite', alias: 'of-the-suite' }],
  [ada, 'DELETE', '/orgs/of-the-suite'],
]

function given(options: EmulatorOptions = {}): DriftOptions {
  const emulator = createEmulator({ seed: 5, journal: false, ...options })
  return {
    target: new InProcessTarget(emulator),
    apiKeys: { main: 'svc-key-ada-admin' },
    rate: '100000/s',
    run: 'traffic',
    today: '2026-11-23',
    now: () => 0,
    wait: (milliseconds) => Promise.resolve(emulator.clock.advance(milliseconds)),
    async traffic({ passed }) {
      for (const request of requests) passed(await send(emulator, ...request))
    },
  }
}

function run(options: EmulatorOptions, more: Partial<DriftOptions> = {}): Promise<DriftReport> {
  return askOnly(['identity'], { ...given(options), ...more })
}

async function send(
  emulator: ReturnType<typeof createEmulator>,
  caller: RecordedCaller,
  method: string,
  path: string,
  json?: object,
): Promise<Exchange> {
  const body = json === undefined ? undefined : JSON.stringify(json)
  const headers = {
    'content-type': 'application/json',
    ...(caller === 'none'
      ? {}
      : 'bearer' in caller
        ? { authorization: `Bearer ${caller.bearer}` }
        : { 'x-api-key': caller.api_key }),
  }
  const response = await emulator.fetch(`/v1${path}`, { method, headers, ...(body !== undefined && { body }) })
  const answered = Object.fromEntries(response.headers)
  const bytes = new Uint8Array(await response.arrayBuffer())
  return {
    kind: 'http',
    caller,
    method,
    path,
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(body ?? ''),
    answer: { outcome: 'answered', status: response.status, headers: answered, bytes },
  }
}

function listContradicted({ clauses }: DriftReport): string[] {
  return clauses.flatMap(({ id, verdict, exchange }) =>
    verdict === 'contradicted'
      ? [`${id}: ${exchange?.caller} ${exchange?.request} ${exchange?.differences.join('; ')}`]
      : [],
  )
}

describe('the traffic of a client', () => {
  it('contradicts nothing if the service keeps the contract, whatever records existed before', async () => {
    const report = await run({})
    expect(listContradicted(report)).toEqual([])
    expect(JSON.stringify(report)).not.toMatch(/svc-key-|svc-token-/)
  })

  it('shows a sentence that the service does not keep', async () => {
    const report = await run({ broken: ['user.has-name'] }, { readOnly: true })
    const blamed = report.clauses.filter(({ verdict }) => verdict === 'contradicted')
    expect(blamed.map(({ id }) => id)).toContain('user.has-name')
    const [{ again } = { again: '' }] = blamed.flatMap(({ exchange }) => exchange ?? [])
    expect(again).toContain(' --read-only --only ')
    expect(report.probes).toBeGreaterThan(requests.length)
  })

  it('sends the requests of a recording', async () => {
    const steps: Step[] = [
      { as: 'main', http: 'GET /users/me' },
      { as: 'main', http: 'GET /orgs/acme' },
    ]
    const scenario: Scenario = { scenario: 1, name: 'mine', steps }
    const from = [{ name: 'mine.yaml', scenario, leftOut: ['1 of the steps of mine.yaml'] }]
    const report = await run({ broken: ['user.has-alias'] }, { readOnly: true, from, traffic: async () => undefined })
    expect(report.leftOut).toContain('1 of the steps of mine.yaml')
    expect(listContradicted(report).join('\n')).toContain('user.has-alias')
  })

  it('shows no fact about records whose members the twin did not see', async () => {
    const scenario: Scenario = { scenario: 1, name: 'mine', steps: [{ as: 'main', http: 'DELETE /orgs/acme' }] }
    const { report } = await driftFrom({}, { from: [{ name: 'mine.yaml', scenario, leftOut: [] }] })
    expect(report.facts.filter(({ observed }) => observed === 'success')).toEqual([])
  })

  it('is sent without the shipped probes by default, except reads of its keys', async () => {
    const scenario: Scenario = { scenario: 1, name: 'mine', steps: [{ as: 'main', http: 'GET /orgs/acme' }] }
    const from = [{ name: 'mine.yaml', scenario, leftOut: [] }]
    const alone = await driftFrom({}, { from })
    // The third asks how a wrong key is refused.
    const first = ['GET /users/me', 'GET /users/me/orgs', 'GET /users/me']
    expect(alone.asked).toEqual([...first, 'GET /orgs/acme'])
    expect(alone.report.leftOut).toEqual(['the shipped probes (--probes sends them, too)'])
    const suite = await driftFrom({}, { traffic: async () => undefined })
    expect(suite.asked).toEqual(first)
    const options = { ...given(), from, probes: true, only: ['users.get'] }
    const both = await drift(options)
    expect(both.probes).toBeGreaterThan(20)
    expect(both.leftOut).not.toContain('the shipped probes (--probes sends them, too)')
  })
})
