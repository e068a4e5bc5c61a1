import { beforeAll, describe, expect, it } from 'vitest'
import { alternatives } from '../../contract/variants.ts'
import { createEmulator, type Emulator } from '../../index.ts'
import { catalog } from '../../service/catalog.ts'
import { exportState } from '../../engine/world/export.ts'
import type { WireRequest, WireResponse } from '../../engine/kernel/wire.ts'
import { drawAlternatives } from '../../engine/world/in-force.ts'
import { dispatch } from '../dispatch.ts'
import { hostOf, instanceOf } from '../instance-of.ts'
import { requestsFor } from '../../../tests/helpers/broken.ts'

const asAda = { 'X-API-Key': 'svc-key-ada-admin', 'content-type': 'application/json' }

describe('a world that decided otherwise', () => {
  const unknownField = { method: 'POST', headers: asAda, body: '{"role":"read","more":1}' }

  it('answers so, writes what it answers, and says so in the header, the journal and its citations', async () => {
    const emulator = createEmulator({ explain: true, settings: { otherwise: ['A-38/1'] } })
    const response = await emulator.fetch('/v1/api-keys/target/org/acme', unknownField)
    const { api_key: key } = (await response.json()) as { api_key: { id: string } }
    expect([response.status, response.headers.get('x-svc-emulator-otherwise')]).toEqual([200, 'A-38/1'])
    expect(emulator.world.api_keys.get(key.id)).toBeDefined()
    expect(emulator.journal.entries()[0]).toMatchObject({
      assumptions: expect.arrayContaining(['A-38']),
      notes: ['otherwise, A-38/1: Unknown fields are ignored. (A-38)'],
    })
  })

  it('lets an answer rest on several: an admitted creation is 201', async () => {
    const emulator = createEmulator({ settings: { otherwise: ['A-45/1', 'A-38/1'] } })
    expect((await emulator.fetch('/v1/api-keys/target/org/acme', unknownField)).status).toBe(201)
  })

  it('leaves fields out of no result that another one made null', () => {
    const emulator = createEmulator({ settings: { otherwise: ['A-317/1', 'A-26/1'] } })
    let received = ''
    const url = '/v1/realtime'
    const session = emulator.connect({ url, headers: asAda, send: (text) => (received = text), close: () => {} })
    const params = { definition_id: emulator.world.definitions.insert({ org: 'acme' }).id }
    session.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'workflow.delete_definition', params }))
    expect(JSON.parse(received)).toEqual({ jsonrpc: '2.0', id: 1, result: null })
  })

  it('is broken on purpose beyond that', async () => {
    const emulator = createEmulator({ settings: { otherwise: ['A-38/1'] }, broken: ['api-key.has-id'] })
    const response = await emulator.fetch('/v1/api-keys/target/org/acme', unknownField)
    const { api_key: key } = (await response.json()) as { api_key: object }
    expect([response.status, Object.keys(key).includes('id')]).toEqual([200, false])
  })

  it('has settings of its alternatives, and exports what it was given', () => {
    const emulator = createEmulator({ settings: { otherwise: ['A-29/1', 'A-30/1'], limits: { batch_calls: 7 } } })
    const { world } = hostOf(emulator)
    expect(world.settings).toMatchObject({ default_limit: 20, limits: { orgs_per_user: 10, batch_calls: 7 } })
    expect(exportState(world).settings).toMatchObject({ default_limit: 50, otherwise: ['A-29/1', 'A-30/1'] })
    const loaded = createEmulator({ state: JSON.parse(JSON.stringify(emulator.export())) })
    expect(hostOf(loaded).world.settings.default_limit).toBe(20)
    expect(hostOf(emulator.fork()).world.settings.default_limit).toBe(20)
  })

  it('refuses an alternative that is not there, with the near miss', () => {
    expect(() => createEmulator({ settings: { otherwise: ['A-38/2'] } })).toThrow(
      /settings\.otherwise\[0\]: there is no alternative 'A-38\/2' to an assumption, did you mean 'A-\d+\/\d'\?/,
    )
  })
})

describe('a draw of `vary`', () => {
  it('is one set for each seed, at most one alternative of a row, and each on some seed', () => {
    const drawn = Array.from({ length: 40 }, (_, seed) => drawAlternatives(seed, true).map(({ id }) => id))
    expect(drawn[7]).toEqual(drawAlternatives(7, true).map(({ id }) => id))
    for (const ids of drawn) expect(new Set(ids.map((id) => id.split('/')[0])).size).toBe(ids.length)
    const met = new Set(drawn.flat())
    const drawable = alternatives.filter(({ varied }) => varied !== true)
    expect(drawable.filter(({ id }) => !met.has(id)).map(({ id }) => id)).toEqual([])
  })

  it('leaves out what facts settle, what a scenario sets, and everything where `otherwise` is given', () => {
    const vary = { unspecified: 'vary' } as const
    const seed = Array.from({ length: 40 }, (_, n) => n).find((n) =>
      drawAlternatives(n, true).some(({ id }) => id === 'A-29/2'),
    )!
    const chosenIds = (emulator: Emulator) => hostOf(emulator).world.inForce.alternatives.map(({ id }) => id)
    expect(chosenIds(createEmulator({ seed, settings: vary }))).toContain('A-29/2')
    const seen = {
      assumption: 'A-29',
      setting: 'maximum_limit',
      observed: 150,
      on: '2026-11-23',
      exchange: 'x',
    } as const
    const facts = { facts: 1, observations: [seen] } as const
    expect(chosenIds(createEmulator({ seed, settings: vary, facts }))).not.toContain('A-29/2')
    const own = createEmulator({ seed, settings: { ...vary, maximum_limit: 300 } })
    expect(hostOf(own).world.settings.maximum_limit).toBe(300)
    expect(chosenIds(createEmulator({ seed, settings: { ...vary, otherwise: [] } }))).toEqual([])
  })
})

const base = createEmulator({ explain: true, journal: false })
let requests: readonly WireRequest[] = []

beforeAll(() => {
  requests = requestsFor(catalog)
})

function answered(request: WireRequest, otherwise: readonly string[]) {
  const emulator = base.fork()
  const { world } = hostOf(emulator)
  if (otherwise.length > 0) world.settings = { ...world.settings, otherwise: [...otherwise] }
  const { status, headers, body } = dispatch(instanceOf(emulator), request) as WireResponse
  const own = headers.filter((_, n) => !headers[n - (n % 2)]!.startsWith('x-svc-emulator'))
  const rows = headers[headers.indexOf('x-svc-emulator-assumptions') + 1]?.split(', ') ?? []
  return { rows, answer: JSON.stringify([status, own, body]), tables: JSON.stringify(exportState(world).tables) }
}

describe('an alternative changes no answer that does not rest on its assumption', () => {
  it.each(Array.from({ length: 8 }, (_, part) => part))('part %i of the requests', (part) => {
    for (const request of requests.filter((_, n) => n % 8 === part)) {
      const original = answered(request, [])
      // Lifetimes and durations are settings of the world: they show in records that come later.
      const others = alternatives.filter(
        ({ statement, by }) => !original.rows.includes(statement) && by.mutator !== 'settings',
      )
      // All at once: if any of them acted, the answer would differ.
      const other = answered(
        request,
        others.map(({ id }) => id),
      )
      expect(other.answer, `${request.method} ${request.url}`).toBe(original.answer)
      expect(other.tables, `${request.method} ${request.url}`).toBe(original.tables)
    }
  })
})
