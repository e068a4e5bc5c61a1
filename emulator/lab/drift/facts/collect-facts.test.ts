import { describe, expect, it } from 'vitest'
import { createEmulator, type Emulator, type EmulatorOptions, type SettingsInput } from '../../../index.ts'
import type { StatementId } from '../../../engine/coverage/statements.ts'
import { catalog } from '../../../service/catalog.ts'
import { factsFrom, knownDifferences, type Fact, type FactsDocument } from '../../../host/facts/facts.ts'
import type { AskedHttp, ComparedExchange } from '../asked.ts'
import type { HttpObservation } from '../observation.ts'
import { collectFacts, FactCollector } from './collect-facts.ts'

const today = '2026-11-23'
const units = new Map(catalog.map((unit) => [unit.id as string, unit]))
const credentials = { 'x-api-key': 'svc-key-ada-admin' }

type Question = readonly [method: string, path: string, body?: object]

const element = createEmulator()
  .world.graph_elements.list()
  .find(({ kind }) => kind === 'node')!

/** Questions that show every setting on the starter world. */
const questions: readonly Question[] = [
  ['GET', '/users/me'],
  ['GET', '/users/nobody'],
  ['GET', '/nowhere'],
  ['DELETE', '/users/me/orgs'],
  ['GET', '/users/me/limits'],
  ['GET', '/orgs/acme/limits'],
  ['GET', '/orgs/acme/blobs'],
  ['POST', '/workflow/list_definitions', { org_id: 'acme' }],
  ['POST', '/workflow/list_session_events', { session_id: 'run-01' }],
  ['POST', '/workflow/list_session_objects', { session_id: 'run-01', limit: 120 }],
  ['POST', '/workflow/list_session_objects', { session_id: 'run-01', limit: 200 }],
  ['POST', '/workflow/list_session_objects', { session_id: 'run-01', limit: 201 }],
  ['POST', '/workflow/list_session_objects', { session_id: 'run-01', limit: 151 }],
  ['POST', '/workflow/list_session_objects', { session_id: 'run-01', limit: 150 }],
  ['POST', '/workflow/query_session_graph', { session_id: 'run-01', start: element.id, depth: 1_000 }],
  ['POST', '/members/target/org/acme', { user_id: 'ben', role: 'read' }],
  ['PATCH', '/users/me', { alias: 'acme' }],
  ['POST', '/orgs', { name: 'One', surprise: true }],
  ['POST', '/orgs', { name: 'One' }],
  ['POST', '/users/build-bot/acting-token', {}],
]

/** Asks both, in turn, and gives what a drift run would compare. */
async function compare(target: Emulator, twin: Emulator, asked = questions): Promise<ComparedExchange[]> {
  const compared: ComparedExchange[] = []
  for (const [index, [method, path, body]] of asked.entries()) {
    const headers = { 'content-type': 'application/json' }
    const text = body === undefined ? undefined : JSON.stringify(body)
    const request: AskedHttp = {
      probe: 'test',
      caller: { name: 'main', credentials },
      via: 'http',
      method,
      path,
      headers,
      body: text,
    }
    const observation = await ask(target, request)
    const own = await ask(twin, request)
    const entry = twin.journal.entries().at(-1)!
    compared.push({
      exchange: { number: index + 1, asked: request, observation },
      twin: {
        observation: own,
        statements: [...entry.clauses, ...entry.assumptions] as StatementId[],
        unit: units.get(entry.unit ?? ''),
      },
    })
  }
  return compared
}

async function ask(emulator: Emulator, { method, path, body, headers }: AskedHttp): Promise<HttpObservation> {
  const init = { method, headers: { ...headers, ...credentials }, ...(body !== undefined && { body: body as string }) }
  const response = await emulator.fetch(`/v1${path}`, init)
  return {
    kind: 'http',
    status: response.status,
    headers: Object.fromEntries(response.headers),
    bytes: new Uint8Array(await response.arrayBuffer()),
  }
}

async function factsAbout(settings: SettingsInput, asked = questions): Promise<Fact[]> {
  return collectFacts(await compare(createEmulator({ settings }), createEmulator(), asked), today)
}

function documented(observations: readonly Fact[]): FactsDocument {
  return { facts: 1, observations }
}

function texts(compared: readonly ComparedExchange[]): [target: string, twin: string][] {
  const text = ({ status, bytes }: HttpObservation): string => `${status} ${new TextDecoder().decode(bytes)}`
  return compared.map(({ exchange, twin }) => [
    text(exchange.observation as HttpObservation),
    text(twin.observation as HttpObservation),
  ])
}

describe('a service that chose otherwise', () => {
  it.each<[SettingsInput]>([
    [{ statuses: { user_not_found: 410, endpoint_not_found: 400, method_not_allowed: 400 } }],
    [{ statuses: { member_exists: 400, alias_taken: 422, invalid_request_body: 422, invalid_limit: 416 } }],
    [{ limits: { orgs_per_user: 3, blobs_per_org: 77, members_per_target: 9, service_accounts_per_user: 4 } }],
    [{ limits: { graph_depth: 2 } }],
    [{ limits: { api_keys_per_target: 12 } }],
    [{ default_limit: 20 }],
    [{ default_limit: 63 }],
    [{ maximum_limit: 150 }],
    [{ trailing_page: false }],
    [{ unpaginated_bytes: 300 }],
    [{ unpaginated_bytes: 420, unpaginated_from: 'newest' }],
  ])('%j: a twin with the facts answers as it does', async (settings) => {
    const observations = await factsAbout(settings)
    const facts = documented(observations)
    const found = factsFrom(facts).settings as Readonly<Record<string, unknown>>
    for (const [name, value] of Object.entries(settings))
      // A listing only shows between which records the cut is.
      if (name !== 'unpaginated_bytes')
        expect(found[name]).toEqual(typeof value === 'object' ? expect.objectContaining(value) : value)
    expect(knownDifferences(factsFrom(facts))).toEqual([])
    for (const [target, twin] of texts(await compare(createEmulator({ settings }), createEmulator({ facts }))))
      expect(twin).toBe(target)
  })

  it('names the exchange and the date of each fact', async () => {
    const observations = await factsAbout({ statuses: { user_not_found: 410 } })
    expect(observations).toContainEqual({
      assumption: 'A-7',
      setting: 'statuses.user_not_found',
      observed: 410,
      assumed: 404,
      on: today,
      exchange: 'GET /users/:user_id -> 410 user_not_found',
    })
  })

  it('has facts without a setting about different codes and fields', async () => {
    const rename = (from: string, to: string) => (answer: HttpObservation) => ({
      ...answer,
      bytes: new TextEncoder().encode(new TextDecoder().decode(answer.bytes).replaceAll(from, to)),
    })
    const compared = await compare(createEmulator(), createEmulator())
    const changed = compared.map((each) => {
      const observation = [
        rename('"user_not_found"', '"no_such_user"'),
        rename('"created_at"', '"made_at"'),
        (answer: HttpObservation) => ({ ...answer, status: answer.status === 200 ? 201 : answer.status }),
      ].reduce((answer, change) => change(answer), each.exchange.observation as HttpObservation)
      return { ...each, exchange: { ...each.exchange, observation } }
    })
    const differences = knownDifferences(factsFrom(documented(collectFacts(changed, today))))
    expect(differences).toContain('A-7: code user_not_found: observed no_such_user, assumed user_not_found')
    expect(differences).toContain('A-45: status of POST /orgs: observed 201, assumed 200')
    expect(differences).toContainEqual(
      expect.stringMatching(
        /^A-\d+: further fields of User: observed no created_at, made_at, assumed created_at, no made_at$/,
      ),
    )
  })
})

it('confirms the assumptions that both keep', async () => {
  const facts = await factsAbout({})
  expect(knownDifferences(factsFrom(documented(facts)))).toEqual([])
  expect(facts.filter(({ assumed }) => assumed !== undefined)).toEqual([])
  const settled = new Map(facts.map((fact) => [fact.setting ?? fact.assumption, fact.observed]))
  expect(settled.get('statuses.user_not_found')).toBe(404)
  expect(settled.get('limits.orgs_per_user')).toBe(50)
  expect(settled.get('maximum_limit')).toBe(200)
  // One answer as assumed does not settle an assumption without a setting.
  expect(facts.filter(({ setting }) => setting === undefined)).toEqual([])
})

it('settles nothing if a service answers differently from time to time', async () => {
  const asked: Question[] = Array.from({ length: 12 }, () => ['GET', '/users/nobody'])
  const compared = await compare(
    createEmulator({ seed: 3, settings: { unspecified: 'vary' } }),
    createEmulator(),
    asked,
  )
  const facts = collectFacts(compared, today)
  expect(factsFrom(documented(facts)).settings).toEqual({})
  expect(facts.find(({ about }) => about === 'statuses.user_not_found')?.observed).toMatch(/^varies: /)
})

it('learns nothing from an observation that failed', async () => {
  const [first] = await compare(createEmulator({ settings: { statuses: { user_not_found: 410 } } }), createEmulator(), [
    ['GET', '/users/nobody'],
  ])
  const observation = { kind: 'failed', cause: 'gateway', detail: 'HTTP 502' } as const
  expect(collectFacts([{ ...first!, exchange: { ...first!.exchange, observation } }], today)).toEqual([])
})

it('returns the settings for the facts so far', async () => {
  const collector = new FactCollector()
  const options: EmulatorOptions = { settings: { default_limit: 20, statuses: { user_not_found: 410 } } }
  for (const each of await compare(createEmulator(options), createEmulator())) collector.add(each)
  expect(collector.settings()).toMatchObject({ default_limit: 20, statuses: { user_not_found: 410 } })
})
