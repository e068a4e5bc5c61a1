import { describe, expect, it } from 'vitest'
import { isReading } from '../../engine/triggers/is-reading.ts'
import type { Sample } from '../../engine/kernel/unit/sample.ts'
import { tables } from '../../engine/world/tables/index.ts'
import { createEmulator, type Emulator, type EmulatorOptions } from '../../index.ts'
import { handle } from '../../host/dispatch.ts'
import { sampleRequest } from '../../host/examples.ts'
import { InProcessTarget } from '../../scenario/targets/in-process.ts'
import type { HttpAnswer, HttpRequest } from '../../scenario/targets/target.ts'
import { catalog } from '../../service/catalog.ts'
import { compareRequests } from '../shrink/compare-requests.ts'
import { pull, type Pulled, type PullOptions } from './pull.ts'

const ADA = 'svc-key-ada-admin'

interface Settings extends Partial<Omit<PullOptions, 'target'>> {
  /** Changes or refuses requests to the service. */
  readonly between?: (request: HttpRequest, ask: () => Promise<HttpAnswer>) => Promise<HttpAnswer>
}

/** Pulls from a service of which nothing but the API is seen. Waiting takes no real time. */
function pullFrom(service: Emulator, { between = (_, ask) => ask(), ...options }: Settings = {}): Promise<Pulled> {
  const inner = new InProcessTarget(service)
  let time = 0
  const target: PullOptions['target'] = {
    name: 'https://service.example/v1',
    request: (request) => between(request, () => inner.request(request)),
    connect: (credentials, events) => inner.connect(credentials, events),
  }
  const wait = async (milliseconds: number): Promise<void> => void (time += milliseconds)
  return pull({ target, apiKey: ADA, org: 'acme', name: 'acme', wait, now: () => time, ...options })
}

const serve = (options: EmulatorOptions = {}): Emulator => createEmulator({ seed: 9, ...options })

function load({ fixture }: Pulled): Emulator {
  return createEmulator({ fixtures: [fixture], seed: 31 })
}

function findState({ tables: states }: Pulled, table: string): string {
  return states.find((each) => each.table === table)!.state
}

/** Units that are about what no listing shows, or about more than the organization. */
const otherwise = new Set([
  'GET /blobs/:org_id/:blob_id/metadata/:alias',
  'GET /revisions/:revision_id/metadata/:alias',
  'GET /revisions/:revision_id/model',
  'GET /operations/:operation_id',
  'GET /workflow/sessions/:session_id/files/:name',
  'workflow.list_session_thread_items',
  'GET /users/:user_id/orgs',
  'GET /users/:user_id/limits',
  'GET /credentials/target/:target/:target_id',
])

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Sends reads to a service and to the emulator that has its records, with the ids of each. */
class SideBySide {
  readonly #service: Emulator
  readonly #pulled: Emulator
  readonly #key: string
  readonly ids = new Map<string, string>()

  constructor(service: Emulator, pulled: Emulator, key: string) {
    service.journal.clear()
    this.#service = service
    this.#pulled = pulled
    this.#key = key
  }

  ask(unit: (typeof catalog)[number], sample: Sample): void {
    const one = this.#send(this.#service, unit, { ...sample, as: ADA })
    const own = JSON.parse(JSON.stringify(sample).replace(uuids, (id) => this.ids.get(id) ?? id)) as Sample
    const other = this.#send(this.#pulled, unit, { ...own, as: this.#key })
    const found = [...other.matchAll(uuids)]
    for (const [n, [id]] of [...one.matchAll(uuids)].entries()) this.ids.set(id, found[n]?.[0] ?? 'none')
  }

  #send(emulator: Emulator, unit: (typeof catalog)[number], sample: Sample): string {
    const { body } = handle(emulator, sampleRequest(unit, sample)) as { body: string }
    return body
  }

  compare(): ReturnType<typeof compareRequests> {
    // Cursors are opaque, and the beginnings of secrets are those of other secrets.
    const timeline = (emulator: Emulator): ReturnType<Emulator['journal']['timeline']> =>
      JSON.parse(JSON.stringify(emulator.journal.timeline()).replace(/"(key_prefix|cursor)":"[^"]*"/g, '"$1":""'))
    return compareRequests(timeline(this.#service), timeline(this.#pulled))
  }
}

/** A service with more than the starter world: ids of its own, sessions without alias, an edge between new nodes. */
function serveMore(): Emulator {
  const service = serve()
  const { world } = service
  const cy = world.users.insert({ alias: 'cy', name: 'Cy' })
  world.members.insert({ user: 'cy', target: 'blob', target_id: 'notes', role: 'write' })
  world.api_keys.insert({ target: 'blob', target_id: 'notes', created_by: 'cy', description: 'of Cy', role: 'read' })
  world.credentials.insert({
    name: 'shared',
    value: 'hidden-credential',
    target: 'org',
    target_id: 'acme',
    created_by: cy.id,
  })
  const session = world.sessions.insert({ org: 'acme' })
  const [one, two] = ['one', 'two'].map((label) => world.graph_elements.insert({ session: session.id, label }))
  world.graph_elements.insert({ session: session.id, kind: 'edge', label: 'to', from: one!.id, to: two!.id })
  world.session_events.insert({ session: session.id, kind: 'seen', data: { session_id: session.id, by: 'cy' } })
  for (let n = 0; n < 60; n++) world.revisions.insert({ blob: 'notes', phase: 'commit', note: `note ${n}` })
  return service
}

describe('a pulled organization', () => {
  it('answers the reads of the documents as the service does, ids one to one', async () => {
    const service = serveMore()
    const pulled = await pullFrom(service)
    const sides = new SideBySide(service, load(pulled), pulled.key)
    const unit = (id: string) => catalog.find((each) => each.id === id)!
    for (const blob_id of ['weights', 'notes', 'arriving', 'leaving']) {
      sides.ask(unit('GET /blobs/:org_id/:blob_id/revisions'), {
        params: { org_id: 'acme', blob_id },
        query: { limit: '200' },
      })
      for (const resource of ['members', 'api-keys', 'credentials'])
        sides.ask(unit(`GET /${resource}/target/:target/:target_id`), {
          params: { target: 'blob', target_id: blob_id },
        })
    }
    const samples = catalog.filter((each) => isReading(each) && each.sample !== undefined && !otherwise.has(each.id))
    for (const each of samples) sides.ask(each, each.sample!)
    sides.ask(unit('GET /credentials/target/:target/:target_id'), { params: { target: 'org', target_id: 'acme' } })
    const session = service.world.sessions.list().at(-1)!.id
    for (const command of ['get_session', 'list_session_graph_elements', 'list_session_events'])
      sides.ask(unit(`workflow.${command}`), { body: { session_id: session } })
    expect(sides.compare()).toMatchObject({ difference: null })
    expect(samples.length).toBeGreaterThan(25)
    expect(new Set(sides.ids.values()).size).toBe(sides.ids.size)
  })

  it('is read with reads alone, which change nothing', async () => {
    const service = serveMore()
    const before = JSON.stringify(service.export())
    const { requests } = await pullFrom(service)
    const entries = service.journal.entries()
    expect(entries.map(({ unit }) => catalog.find(({ id }) => id === unit)!).every(isReading)).toBe(true)
    expect(entries.filter(({ request }) => request !== null)).toHaveLength(requests)
    expect(JSON.stringify(service.export())).toBe(before)
  })

  it.each([false, true])('holds no secret of the service (anonymized: %s)', async (anonymize) => {
    const service = serveMore()
    service.world.objects.insert({ session: 'run-01', key: 'oops', value: { said: `my key is ${ADA}` } })
    const { fixture } = await pullFrom(service, { anonymize })
    const text = JSON.stringify(fixture)
    const secrets = Object.values(tables).flatMap(({ name, secrets: fields }) =>
      (service.world.table(name)?.list() ?? []).flatMap((record) => fields.map((field) => String(record[field]))),
    )
    expect(secrets.length).toBeGreaterThan(10)
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  })

  it('has keys of its own, of which one stands for the key that read it', async () => {
    const pulled = await pullFrom(serve())
    const { api_keys: keys } = load(pulled).world
    expect(keys.list().map(({ key }) => key)).toEqual([
      'pulled-acme-write',
      'pulled-ada-admin',
      'pulled-ada-read',
      'pulled-weights-read',
    ])
    expect(pulled.key).toBe('pulled-ada-admin')
  })

  it('has aliases where there are some, and ids only where something names them', async () => {
    const { fixture } = await pullFrom(serveMore())
    const records = fixture.records!
    expect(records['sessions']![0]).toEqual({
      org: 'acme',
      alias: 'run-01',
      definition: 'ingest',
      created_at: expect.any(String),
    })
    expect(records['members']!.filter((member) => 'id' in member)).toEqual([])
    expect(records['sessions']!.filter((session) => 'id' in session)).toHaveLength(1)
    expect(records['graph_elements']!.at(-1)).not.toHaveProperty('id')
  })

  it.each([1, 2, 3])(
    'is read whole at a service that decides what is not documented in its own way (%i)',
    async (seed) => {
      const pulled = await pullFrom(createEmulator({ seed, settings: { unspecified: 'vary' } }))
      load(pulled)
      const counts = ({ tables: states }: Pulled) =>
        states.map(({ table, records, state }) => [table, records + Number(/but for (\d+)/.exec(state)?.[1] ?? 0)])
      expect(counts(pulled)).toEqual(counts(await pullFrom(createEmulator({ seed }))))
      for (const table of ['users', 'blobs', 'sessions', 'session_events', 'executions', 'execution_events'])
        expect(findState(pulled, table)).toBe('whole')
    },
  )
})

const refusal = new TextEncoder().encode('{"status":"failure","error":"user_not_found","message":"no"}')

describe('what a key or a service does not show', () => {
  it('is said of a listing that was cut, whose records are read where others name them', async () => {
    const service = serve()
    const config = { text: 'x'.repeat(4_000) }
    for (let n = 1; n <= 300; n++)
      service.world.definitions.insert({
        org: 'acme',
        alias: `long-${n}`,
        body: { nodes: [{ id: 'a', kind: 'task', config }], edges: [] },
      })
    service.world.schedules.insert({ org: 'acme', alias: 'late', definition: 'long-300' })
    const pulled = await pullFrom(service)
    expect(findState(pulled, 'definitions')).toBe('first 1 MB')
    expect(findState(pulled, 'schedules')).toBe('whole')
    const { world } = load(pulled)
    expect(world.definitions.get('long-1')).toBeDefined()
    expect(world.definitions.get('long-299')).toBeUndefined()
    expect(world.schedules.get('late')!.definition_id).toBe(world.definitions.get('long-300')!.id)
    expect(pulled.fixture.about).toContain('Definitions: first 1 MB.')
  })

  it('is said of a key of the organization', async () => {
    const pulled = await pullFrom(serve(), { apiKey: 'svc-key-acme-write' })
    expect(findState(pulled, 'api_keys')).toBe('not readable with this key')
    expect(findState(pulled, 'credentials')).toBe('not readable with this key')
    expect(findState(pulled, 'sessions')).toBe('whole')
    const [key] = load(pulled).world.api_keys.list()
    expect(key).toMatchObject({ key: pulled.key, target: 'org' })
    expect(load(pulled).world.orgs.get('acme')!.id).toBe(key!.target_id)
  })

  it('is said of a key that reads a public organization alone', async () => {
    const service = serve()
    service.world.users.insert({ alias: 'eve' })
    service.world.api_keys.insert({ target: 'user', target_id: 'eve', key: 'svc-key-of-eve', role: 'admin' })
    const pulled = await pullFrom(service, { apiKey: 'svc-key-of-eve' })
    expect(findState(pulled, 'members')).toBe('not readable with this key')
    expect(findState(pulled, 'blobs')).toBe('those of the first 1 MB that this key sees')
    expect(findState(pulled, 'revisions')).toBe('whole, of the blobs that were read')
    expect(
      load(pulled)
        .world.blobs.list()
        .map(({ alias }) => alias),
    ).toEqual(['weights'])
  })

  it('is said of a listing whose later page is refused', async () => {
    const service = serve()
    service.triggers.add({
      when: { command: 'workflow.list_sessions', nth: 2 },
      do: { fail: { error: 'internal_error' } },
    })
    const pulled = await pullFrom(service)
    expect(findState(pulled, 'sessions')).toBe('up to page 1, the next not read: internal_error')
    expect(load(pulled).world.sessions.size).toBeGreaterThan(9)
    service.triggers.add({ when: { command: 'workflow.list_sessions' }, do: { fail: { error: 'internal_error' } } })
    const without = await pullFrom(service)
    expect(findState(without, 'sessions')).toBe('not read: internal_error')
    expect(findState(without, 'objects')).toBe('whole, of the sessions that were read')
  })

  it('is said of records that name what is not there, without their ids in a file to share', async () => {
    const missing = '00000000-0000-4000-8000-0000000000a2'
    const between: Settings['between'] = async (request, ask) => {
      const answer = await ask()
      if (request.path.startsWith(`/users/${missing}`)) return { ...answer, status: 404, bytes: refusal }
      if (!request.path.startsWith('/users/target/')) return answer
      const { users, ...rest } = JSON.parse(new TextDecoder().decode(answer.bytes)) as { users: { id: string }[] }
      const others = users.filter(({ id }) => id !== missing)
      return { ...answer, bytes: new TextEncoder().encode(JSON.stringify({ ...rest, users: others })) }
    }
    const pulled = await pullFrom(serve(), { between })
    expect(findState(pulled, 'members')).toBe(
      `whole but for 1 record that the emulator refuses (user_id: there is no user '${missing}')`,
    )
    const { fixture } = await pullFrom(serve(), { between, anonymize: true })
    expect(fixture.about).toContain('whole but for 1 record')
    expect(fixture.about).not.toContain(missing)
  })

  it('is said with numbers of what the budget did not allow', async () => {
    const pulled = await pullFrom(serve(), { rate: '1/s', budget: '20s' })
    expect(findState(pulled, 'sessions')).toBe('whole')
    expect(findState(pulled, 'revisions')).toMatch(/^not read: the time was over/)
    expect(findState(pulled, 'objects')).toBe('not read: the time was over')
    load(pulled)
  })

  it('is refused with the near miss for an organization that is not there, and one out of reach', async () => {
    await expect(pullFrom(serve(), { org: 'acmee' })).rejects.toThrow(
      "the key cannot read an organization 'acmee' (404 org_not_found), did you mean 'acme'?; those of its user are acme, ada-lab",
    )
    await expect(pullFrom(serve(), { apiKey: 'svc-key-weights-read' })).rejects.toThrow(
      "the key cannot read an organization 'acme' (403 forbidden)",
    )
  })
})

describe('a service that fails', () => {
  const unavailable: HttpAnswer = {
    outcome: 'answered',
    status: 503,
    headers: {},
    bytes: new TextEncoder().encode('busy'),
  }

  it('is asked again, and gives the same', async () => {
    const failed = new Set<string>()
    const flaky = await pullFrom(serve(), {
      between(request, ask) {
        const isFirst = !failed.has(request.path)
        failed.add(request.path)
        return isFirst && request.path.includes('blobs') ? Promise.resolve(unavailable) : ask()
      },
    })
    expect(flaky.fixture).toEqual((await pullFrom(serve())).fixture)
  })

  it('is said of the one listing that has no answer', async () => {
    const pulled = await pullFrom(serve(), {
      between: (request, ask) => (request.path.includes('/revisions') ? Promise.resolve(unavailable) : ask()),
    })
    expect(findState(pulled, 'revisions')).toBe('not read: HTTP 503 without the envelope')
    expect(findState(pulled, 'members')).toBe('whole')
  })

  it('is an error once it answers nothing', async () => {
    let asked = 0
    const broken = pullFrom(serve(), { between: (_, ask) => (++asked > 7 ? Promise.resolve(unavailable) : ask()) })
    await expect(broken).rejects.toThrow(
      'https://service.example/v1 stopped answering at GET /api-keys/target/:target/:target_id: HTTP 503 without the envelope; nothing was written',
    )
  })

  it('is no service of this API where it answers something else', async () => {
    const other: HttpAnswer = { ...unavailable, status: 200, bytes: new TextEncoder().encode('{"hello":"world"}') }
    await expect(pullFrom(serve(), { between: () => Promise.resolve(other) })).rejects.toThrow(
      'https://service.example/v1 is not the API: GET /users/me is answered without its envelope; nothing was written',
    )
  })
})

describe('anonymized', () => {
  it('has no name of the service, answers alike in number, and is the same each time', async () => {
    const service = serveMore()
    const anonymized = { anonymize: true, name: 'pulled' }
    const pulled = await pullFrom(service, anonymized)
    const text = JSON.stringify(pulled)
    const words = [
      'Ada',
      'ada',
      'acme',
      'Acme',
      'weights',
      'ingest',
      'extract',
      'service.example',
      'node 1',
      'build-bot',
      'of Cy',
    ]
    expect(words.filter((word) => new RegExp(`\\b${word}\\b`).test(text))).toEqual([])
    const ids = service.world.executions.list().map(({ id }) => id)
    expect(ids.filter((id) => text.includes(id))).toEqual([])
    expect(await pullFrom(service, anonymized)).toEqual(pulled)
    const plain = await pullFrom(service)
    expect(pulled.tables).toEqual(plain.tables)
    const { world } = load(pulled)
    const [org] = world.orgs.list()
    expect(org!.alias).toMatch(/^[a-z]{4}$/)
    expect(world.definitions.list()[0]!.body).toEqual({
      nodes: [expect.objectContaining({ kind: 'task' }), expect.anything(), expect.anything()],
      edges: [expect.anything(), expect.anything()],
    })
  })
})
