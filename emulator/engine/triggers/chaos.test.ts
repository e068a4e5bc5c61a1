import { describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../index.ts'
import { drawMishap, parseChaos } from './chaos.ts'

const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }

/** Requests with the notes of their entries. */
const mishaps = (emulator: Emulator): string[] =>
  emulator.journal.entries().map(({ request, notes }) => `${request!.method} ${request!.url}: ${notes.join('; ')}`)

describe('parseChaos', () => {
  it.each([
    ['5%', { rate: '5%' }],
    ['0.5%', { rate: '0.5%' }],
    ['writes:2%', { rate: '2%', on: 'writes' }],
    ['reads:100%', { rate: '100%', on: 'reads' }],
  ])('reads %s', (text, chaos) => expect(parseChaos(text)).toEqual(chaos))

  it.each(['5', '0.05', '101%', '-1%', 'write:2%', 'writes', '5 %', ''])('refuses %j', (text) =>
    expect(parseChaos(text)).toBeUndefined(),
  )
})

describe('drawMishap', () => {
  const unit = {
    kind: 'endpoint',
    id: 'GET /orgs',
    method: 'GET',
    path: '/orgs',
    engine: undefined,
    transfer: undefined,
    page: undefined,
  } as const
  const met = (seed: number, rate: string, via: 'http' | 'socket' = 'http') =>
    Array.from({ length: 2_000 }, (_, n) => drawMishap({ rate }, { unit, via, turn: n + 1, seed }))

  it.each(['1%', '5%', '50%'])('meets about that share of the requests: %s', (rate) => {
    const share = met(1, rate).filter(Boolean).length / 20
    expect(Math.abs(share - Number.parseFloat(rate))).toBeLessThan(Number.parseFloat(rate) * 0.3)
  })

  it('draws every kind that fits, and none that does not', () => {
    const kinds = (via: 'http' | 'socket') => new Set(met(1, '100%', via).map((mishap) => mishap!.what))
    expect([...kinds('http')].toSorted()).toEqual([
      'answer late',
      'answer lost after the work',
      'answered 429',
      'answered 500',
      'connection dropped before the work',
    ])
    expect(kinds('socket')).not.toContain('answered 429')
    const listing = { ...unit, page: { kind: 'record' } }
    const all = Array.from({ length: 50 }, (_, turn) =>
      drawMishap({ rate: '100%' }, { unit: listing, via: 'http', turn, seed: 1 }),
    )
    expect(all.map((mishap) => mishap!.what)).toContain('empty page')
  })
})

describe('createEmulator({ chaos })', () => {
  it('meets the same at the same request to an endpoint, whatever comes between, for fifty seeds', async () => {
    const start = createEmulator({ chaos: '20%' })
    for (let seed = 1; seed <= 50; seed++) {
      const [one, other] = [start.fork({ seed }), start.fork({ seed })]
      const alone = Array.from({ length: 6 }, () => ['GET', '/users/me'] as const)
      const between = alone.flatMap((call) => [call, ['GET', '/orgs/acme'] as const])
      for (const [method, path] of alone) await waitless(one, method, path)
      for (const [method, path] of between) await waitless(other, method, path)
      expect(mishaps(other).filter((line) => line.includes('/users/me'))).toEqual(mishaps(one))
    }
  })

  it('meets writes alone with `on: writes`, and does the work of an answer that is lost', async () => {
    const emulator = createEmulator({ chaos: { rate: '100%', on: 'writes' } })
    for (let n = 0; n < 20; n++) await waitless(emulator, 'GET', '/users/me')
    expect(emulator.triggers.list()[0]).toMatchObject({ name: 'chaos', fired: 0 })
    const before = emulator.world.orgs.list().length
    for (let n = 0; n < 12; n++) await waitless(emulator, 'POST', '/orgs')
    const { fired, met = {} } = emulator.triggers.list()[0]!
    expect(fired).toBe(12)
    expect(Object.values(met).reduce((sum, count) => sum + count)).toBe(12)
    expect(emulator.world.orgs.list()).toHaveLength(
      before + (met['answer lost after the work'] ?? 0) + (met['answer late'] ?? 0),
    )
  })

  it('answers documented failures alone, each with its note', async () => {
    const emulator = createEmulator({ chaos: '100%' })
    for (let n = 0; n < 30; n++) await waitless(emulator, 'GET', '/users/me')
    const answers = emulator.journal
      .entries()
      .map(({ response, notes, assumptions }) => [notes.at(-1), response?.status, assumptions])
    for (const [note, status, assumptions] of answers) {
      if (note === 'chaos: answered 500') expect([status, assumptions]).toEqual([500, []])
      if (note === 'chaos: answered 429') expect([status, assumptions]).toEqual([429, ['A-330']])
      expect(note).toMatch(/^chaos: /)
    }
    expect(new Set(answers.map(([note]) => note)).size).toBe(5)
  })

  it('answers an empty page behind whose cursor the listing goes on', async () => {
    const emulator = createEmulator({ chaos: '90%' })
    const sessions = emulator.world.sessions
      .list()
      .filter(({ org_id: org }) => org === emulator.world.orgs.get('acme')!.id)
    const found: unknown[] = []
    let empty = 0
    let last: string | undefined
    do {
      let page: Page | undefined
      while (page === undefined) page = await listSessions(emulator, last)
      found.push(...page.sessions)
      if (page.sessions.length === 0 && page.last_session_id !== null) empty++
      last = page.last_session_id ?? undefined
    } while (last !== undefined)
    expect(empty).toBeGreaterThan(0)
    expect(found).toHaveLength(sessions.length)
  })

  it('goes on where it was in a fork, an exported state and after a restore', async () => {
    const emulator = createEmulator({ chaos: '30%' })
    for (let n = 0; n < 5; n++) await waitless(emulator, 'GET', '/users/me')
    const snapshot = emulator.snapshot()
    const exported = createEmulator({ state: JSON.parse(JSON.stringify(emulator.export())) as object })
    const fork = emulator.fork()
    const next = async (each: Emulator) => {
      const from = each.journal.entries().length
      for (let n = 0; n < 10; n++) await waitless(each, 'GET', '/users/me')
      return mishaps(each).slice(from)
    }
    const expected = await next(emulator)
    expect(await next(fork)).toEqual(expected)
    expect(await next(exported)).toEqual(expected)
    emulator.restore(snapshot)
    expect(await next(emulator)).toEqual(expected)
  })

  it('refuses what is no share, and a place after the work', () => {
    expect(() => createEmulator({ chaos: '5' })).toThrow("chaos: expected a share such as '5%' or 'writes:2%'")
    expect(() =>
      createEmulator().triggers.add({ when: { endpoint: '*', at: 'after' }, do: { chaos: { rate: '5%' } } }),
    ).toThrow('chaos is drawn before the work: leave out `at`')
  })
})

/** A request that does not wait for an answer that is late. */
async function waitless(
  emulator: Emulator,
  method: string,
  path: string,
  given?: object,
): Promise<Response | undefined> {
  const stop = new AbortController()
  const body = method === 'POST' ? JSON.stringify(given ?? { name: 'Tools' }) : undefined
  const asked = emulator.journal.entries().length
  const answer = emulator
    .fetch(`/v1${path}`, { method, headers, signal: stop.signal, ...(body && { body }) })
    .catch(() => undefined)
  while (emulator.journal.entries().length === asked) await new Promise(setImmediate)
  if (!emulator.journal.entries().at(-1)!.notes.includes('chaos: answer late')) return answer
  stop.abort()
  return answer
}

interface Page {
  readonly sessions: readonly unknown[]
  readonly last_session_id: string | null
}

async function listSessions(emulator: Emulator, start: string | undefined): Promise<Page | undefined> {
  const params = { org_id: 'acme', ...(start && { start_session_id: start }) }
  const answer = await waitless(emulator, 'POST', '/workflow/list_sessions', params)
  return answer?.ok === true ? ((await answer.json()) as Page) : undefined
}
