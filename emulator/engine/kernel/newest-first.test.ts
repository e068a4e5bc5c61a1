import { describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../index.ts'

const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
const day = (n: number) => `2025-01-${String(n).padStart(2, '0')}T00:00:00.000Z`
const ORG = '00000000-0000-4000-8000-00000000abcd'

async function ask(emulator: Emulator, path: string, body?: unknown): Promise<Record<string, never>> {
  const sent = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  return (await (await emulator.fetch(`/v1${path}`, sent)).json()) as Record<string, never>
}

interface Listed {
  readonly id: string
  readonly created_at: string
}

/** Walks the sessions of an organization; `between` acts after each page. */
async function walkSessions(emulator: Emulator, between: () => void = () => {}): Promise<Listed[]> {
  const all: Listed[] = []
  let start: string | null = null
  do {
    const body = { org_id: ORG, ...(start !== null && { start_session_id: start }) }
    const page = await ask(emulator, '/workflow/list_sessions', body)
    all.push(...((page['sessions'] ?? []) as Listed[]))
    start = page['last_session_id']! as string | null
    between()
  } while (start !== null)
  return all
}

async function walkRevisions(emulator: Emulator): Promise<Listed[]> {
  const all: Listed[] = []
  let cursor: string | null = null
  do {
    const query: string = cursor === null ? '' : `&cursor=${cursor}`
    const page = await ask(emulator, `/blobs/walks/walked/revisions?limit=3${query}`)
    all.push(...(page['revisions']! as Listed[]))
    cursor = page['cursor']! as string | null
  } while (cursor !== null)
  return all
}

const shuffled = Array.from({ length: 25 }, (_, n) => ((n * 7) % 25) + 1)

function emptyWorld(): Emulator {
  const emulator = createEmulator()
  const { world } = emulator
  world.orgs.insert({ id: ORG, alias: 'walked-org' })
  world.members.insert({ user: 'ada', target: 'org', target_id: ORG, role: 'admin' })
  return emulator
}

function isOrdered(listed: readonly Listed[]): boolean {
  return listed.every(({ created_at: time }, n) => n === 0 || listed[n - 1]!.created_at >= time)
}

/** The ways to arrange times. */
const worlds: Readonly<Record<string, () => Emulator>> = {
  'a fixture': () =>
    createEmulator({
      fixtures: [
        'starter',
        {
          fixture: 1,
          name: 'walked',
          records: {
            orgs: [{ id: ORG, alias: 'walked-org' }],
            members: [{ user: 'ada', target: 'org', target_id: ORG, role: 'admin' }],
            sessions: shuffled.map((n) => ({ org: ORG, created_at: day(n) })),
          },
        },
      ] as never,
    }),
  'records that are put': () => {
    const emulator = emptyWorld()
    for (const n of shuffled) emulator.world.sessions.insert({ org: ORG, created_at: day(n) })
    return emulator
  },
  'records that are changed': () => {
    const emulator = emptyWorld()
    const { sessions } = emulator.world
    for (const n of shuffled) sessions.update(sessions.insert({ org: ORG }).id, { created_at: day(n) })
    return emulator
  },
  'the clock': () => {
    const emulator = emptyWorld()
    for (const n of shuffled) {
      emulator.world.sessions.insert({ org: ORG, ...(n % 2 === 0 && { created_at: '2030-01-01T00:00:00.000Z' }) })
      emulator.clock.advance('1h')
    }
    return emulator
  },
}

describe('newest first goes by `created_at`', () => {
  it.each(Object.keys(worlds))('where times are arranged by %s, and a walk is whole', async (way) => {
    const emulator = worlds[way]!()
    const listed = await walkSessions(emulator)
    expect(isOrdered(listed)).toBe(true)
    expect(new Set(listed.map(({ id }) => id)).size).toBe(25)
  })

  it('in revisions, too, and records of one instant come in the order of insertion, the latest first', async () => {
    const emulator = createEmulator()
    const { world } = emulator
    world.orgs.insert({ alias: 'walks' })
    world.members.insert({ user: 'ada', target: 'org', target_id: 'walks', role: 'admin' })
    const { id: blob } = world.blobs.insert({ org: 'walks', alias: 'walked', type: 'text' })
    const ids = shuffled.map((n) => world.revisions.insert({ blob, created_at: day(Math.ceil(n / 5)) }).id)
    const listed = await walkRevisions(emulator)
    expect(isOrdered(listed)).toBe(true)
    const expected = ids
      .map((id, n) => ({ id, day: Math.ceil(shuffled[n]! / 5), n }))
      .toSorted((a, b) => b.day - a.day || b.n - a.n)
    expect(listed.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
  })

  it('also while records are put between pages: each is answered once', async () => {
    const emulator = worlds['records that are put']!()
    const before = new Set((await walkSessions(emulator)).map(({ id }) => id))
    const put = () => emulator.world.sessions.insert({ org: ORG, created_at: day(13) })
    const ids = (await walkSessions(emulator, put)).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect([...before].filter((id) => !ids.includes(id))).toEqual([])
  })

  it('is walked whole with empty pages, and with few records on each', async () => {
    for (const settings of [{ empty_pages: true }, { page_rows: 3 }]) {
      const emulator = createEmulator({ settings })
      const { world } = emulator
      world.orgs.insert({ id: ORG, alias: 'walked-org' })
      world.members.insert({ user: 'ada', target: 'org', target_id: ORG, role: 'admin' })
      for (const n of shuffled) world.sessions.insert({ org: ORG, created_at: day(n) })
      const listed = await walkSessions(emulator)
      expect([listed.length, isOrdered(listed)]).toEqual([25, true])
    }
  })
})

it('a token whose record was deleted fails, also if a record with its id was made again by hand', async () => {
  const emulator = worlds['records that are put']!()
  const { sessions } = emulator.world
  const { last_session_id: start } = await ask(emulator, '/workflow/list_sessions', { org_id: ORG })
  const kept = sessions.get(start!)!
  sessions.delete(kept.id)
  sessions.insert({ id: kept.id, org: ORG, created_at: kept.created_at })
  const answer = await ask(emulator, '/workflow/list_sessions', { org_id: ORG, start_session_id: start })
  expect(answer['error']).toBe('internal_error')
  expect(emulator.journal.entries().at(-1)!.clauses).toContain('pagination.record.deleted-record')
})
