import { describe, expect, it } from 'vitest'
import { explore } from '../explore.ts'
import { judgeTogether } from './judge.ts'
import { describeFailure } from './report.ts'
import type { Run } from '../../subjects/function.ts'

/** Fields of the answers that these clients read. */
interface Answer {
  readonly api_keys: readonly { readonly description: string }[]
  readonly user: { readonly name: string } | undefined
  readonly orgs: readonly unknown[]
}
type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>

const asking =
  ({ baseUrl, apiKey, fetch }: Run): Ask =>
  async (method, path, body) => {
    const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' }
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    return (await (await fetch(baseUrl + path, init)).json()) as Answer
  }
const client = (work: (ask: Ask, run: Run) => Promise<unknown>) => (run: Run) => work(asking(run), run)
const session = { org_id: 'acme', alias: 'build' }
const keys = '/api-keys/target/org/acme'

const makesKeyOnce = client(async (ask) => {
  const { api_keys } = await ask('GET', keys)
  if (api_keys.some((key) => key.description === 'build')) return
  await ask('POST', keys, { role: 'read', description: 'build' })
})
const counts = client(async (ask) => {
  const { user } = await ask('GET', '/users/me')
  await ask('PATCH', '/users/me', { name: `${user?.name}+` })
})

describe('explore with copies finds', () => {
  it.each([
    ['a key that both make', makesKeyOnce, 'doubled-record api_keys', '1-2-2-1'],
    ['a change that the other does not see', counts, 'lost-update users', '1-2-2-1'],
  ])('%s, with the shortest order', async (_, subject, id, schedule) => {
    const { findings } = await explore(subject, { copies: 2 })
    expect(findings.map((finding) => [finding.id, finding.schedule])).toEqual([[id, schedule]])
    const [again] = (await explore(subject, { copies: 2, case: schedule })).findings
    expect(again).toMatchObject({ id, schedule })
    expect((await explore(subject, { copies: 2, accept: [id] })).findings).toEqual([])
    await expect(explore(subject, { copies: 2, accept: ['dubled-record api_keys'] })).rejects.toThrow(
      "accept: 'dubled-record api_keys': there is no verdict 'dubled-record', did you mean 'doubled-record'?",
    )
  })

  it('what a companion does in between, and calls over a socket', async () => {
    const renames = client(async (_, { WebSocket, realtimeUrl, apiKey }) => {
      const socket = new WebSocket(`${realtimeUrl}?api_key=${apiKey}`)
      const next = (name: string) =>
        new Promise<Event>((resolve) => socket.addEventListener(name, resolve, { once: true }))
      await next('open')
      const call = async (method: string, params: object) => {
        const answer = next('message')
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
        return JSON.parse(((await answer) as MessageEvent<string>).data) as { result: { sessions: unknown[] } }
      }
      const { result } = await call('workflow.list_sessions', { org_id: 'acme' })
      socket.close()
      return result.sessions.length
    })
    const report = await explore(renames, {
      beside: [{ subject: client((ask) => ask('POST', '/workflow/create_session', session)) }],
    })
    // One call: before or after the other, as in a serial order.
    expect(report).toMatchObject({ findings: [], orders: { tried: 2 } })
  })
})

describe('explore with copies has nothing against', () => {
  it.each([
    [
      'reads alone',
      client(async (ask) => [await ask('GET', '/users/me'), (await ask('GET', '/users/me/orgs')).orgs.length]),
    ],
    [
      'an alias that is refused to one of them',
      client(async (ask) => void (await ask('POST', '/workflow/create_session', session))),
    ],
    ['equal writes', client(async (ask) => void (await ask('PATCH', '/users/me', { name: 'Ada' })))],
  ])('%s', async (_, subject) => {
    expect((await explore(subject, { copies: 2 })).findings).toEqual([])
  })
})

it('tries one order of calls that touch no common record', async () => {
  const { orders } = await explore(
    client(async (ask) => void (await Promise.all([ask('GET', '/users/me'), ask('GET', '/orgs/acme')]))),
    { copies: 3 },
  )
  expect(orders).toEqual({ of: 90, tried: 1, unrepeated: 0 })
})

it('moves time when all clients wait for work, and calls it a hang where none is due', async () => {
  const polls = client(async (ask) => {
    for (;;) if ((await ask('GET', '/users/ada')).user === undefined) return
  })
  const report = await explore(polls, { copies: 2, timeLimit: 300 }).catch((error: Error) => error.message)
  expect(report).toContain('fails before any other has begun')
})

it('refuses what is about one client, and too many', async () => {
  await expect(explore(counts, { copies: 2, depth: 2 } as never)).rejects.toThrow('it is about the failures of one')
  await expect(explore(counts, { copies: 9 })).rejects.toThrow('expected 2 to 4 clients in all, got 9')
  await expect(explore(counts, { copies: 2, case: '1-3' })).rejects.toThrow(
    "expected numbers from 1 to 2 such as 1-2-2-1, got '1-3'",
  )
})

it('names the copy in entries of the journal', async () => {
  const seen: (string | undefined)[] = []
  await explore(
    client(async (ask, { emulator }) => {
      await ask('GET', '/users/me')
      seen.push(emulator.journal.entries().at(-1)!.copy)
    }),
    { copies: 2, case: '1-2' },
  )
  expect(new Set(seen)).toEqual(new Set(['1', '2']))
})

it('says where a run does not follow the order that it was given', async () => {
  const note = (order: string) => `the clients made other calls than ${order} says: it is another order`
  expect((await explore(counts, { copies: 2, case: '1-2-2-1' })).notes).not.toContain(note('1-2-2-1'))
  for (const order of ['1-2-2-1-1', '1-1-1-2-2'])
    expect((await explore(counts, { copies: 2, case: order })).notes).toContain(note(order))
})

it('fails where the budget was over before an order was tried', () => {
  const orders = { of: 6, tried: 4, unrepeated: 0 }
  expect(describeFailure({ findings: [], orders })).toBeUndefined()
  expect(describeFailure({ findings: [], orders: { ...orders, tried: 0 } })).toContain('no order was tried')
})

it('takes a crash that a serial order has, too, for a report of the client', () => {
  const world = { tables: new Map(), labels: new Map() }
  const ended = (...ends: ['succeeded' | 'crashed', string][]) => ({
    world,
    outcomes: ends.map(([end, output]) => ({ end, output, said: 'Traceback\nHTTPError: 409\n' })),
    outputs: ends.map(([, output]) => output),
  })
  const serials = [ended(['succeeded', 'a'], ['crashed', '']), ended(['crashed', ''], ['succeeded', 'b'])]
  const run = ended(['crashed', ''], ['succeeded', 'c'])
  expect(judgeTogether(run, serials)).toMatchObject({ note: 'HTTPError: 409' })
  const succeeded = ended(['succeeded', 'a'], ['succeeded', 'b'])
  expect(judgeTogether(succeeded, serials)).toMatchObject({
    verdict: 'wrong-output',
    because: ['client 2: expected "", got "b"'],
  })
})

describe('a slow machine changes no verdict', () => {
  /** Clients with a time limit of their own, which is over as soon as another has an answer. `gives`: how often they give up. */
  const impatient = (gives: number) => {
    const open = new Set<AbortController>()
    return async (run: Run) => {
      const own = new AbortController()
      open.add(own)
      const limited: typeof fetch = async (input, init) => {
        const answer = await run.fetch(input, { ...init, signal: own.signal })
        for (const each of open) if (each !== own && gives-- > 0) each.abort(new Error('its own limit'))
        return answer
      }
      await makesKeyOnce({ ...run, fetch: limited }).finally(() => open.delete(own))
    }
  }

  it('also where a client is silent for longer than others wait for it', async () => {
    const slow = client(async (ask) => {
      await ask('GET', '/users/me')
      await new Promise((resolve) => setTimeout(resolve, 20))
      await ask('GET', '/users/me')
    })
    const begun: number[] = []
    const alone = await explore(
      async (run) => {
        const place = begun.push(0) - 1
        await slow(run)
        begun[place] = begun.length
      },
      { copies: 2, idle: 1, case: '1-1-2-2' },
    )
    expect(alone.findings).toEqual([])
    // In the four serial runs each began after the one before had ended.
    expect(begun.slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('runs an order again in which a client gave up a call that was held', async () => {
    const { findings, orders } = await explore(impatient(1), { copies: 2 })
    expect(findings.map(({ id }) => id)).toEqual(['doubled-record api_keys'])
    expect(orders).not.toHaveProperty('undecided')
  })

  it('says that nothing is known where it always gives up', async () => {
    const report = await explore(impatient(Infinity), { copies: 2 })
    expect(report).toMatchObject({ findings: [], orders: { undecided: report.orders.tried } })
    expect(report.notes[0]).toMatch(
      /gave up a call that was held for its turn \(\d+ ms\): its own time limit is shorter/,
    )
    expect(describeFailure(report)).toContain('undecided')
  })
})
