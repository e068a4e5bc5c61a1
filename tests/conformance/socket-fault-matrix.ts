import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator, type TriggerInput } from '../../emulator/index.ts'
import type { Socket } from './socket.ts'

type Actions = TriggerInput['do']

/** A way for sockets into an emulator. */
export interface SocketTransport {
  readonly name: string
  /** Faults that the transport cannot show, with the reason; their cells check the effect that it has instead. */
  readonly lacks: Readonly<Partial<Record<'abort' | 'wait', string>>>
  setUp?(): void
  tearDown?(): void
  open(emulator: Emulator): Promise<{ socket(as: string): Promise<Socket>; close(): void | Promise<void> }>
}

interface Seen {
  /** Frames in the order in which they came; those that are JSON as `a`, `b` or the id that they carry, others as they came. */
  readonly frames: readonly string[]
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly answers: readonly any[]
  readonly closed: { code: number; reason: string } | undefined
  /** Sessions that the call made. */
  readonly made: number
  readonly tookMs: number
  readonly transport: SocketTransport
}

interface Row {
  readonly fault: string
  readonly do: Actions
  readonly at?: 'before' | 'after'
  check(seen: Seen): void
}

/** Call `a` creates a session and meets the fault; call `b`, sent right behind it, is answered as ever. */
export const rows: readonly Row[] = [
  { fault: 'none', do: { delay: 0 }, check: (seen) => went(seen, ['a', 'b'], 1) },
  {
    fault: 'delay',
    do: { delay: '80ms' },
    check: (seen) => {
      went(seen, ['a', 'b'], 1)
      if (seen.transport.lacks.wait === undefined) expect(seen.tookMs).toBeGreaterThanOrEqual(75)
    },
  },
  {
    fault: 'slow',
    do: { slow: { bytes_per_second: 3000 } },
    check: (seen) => {
      went(seen, ['a', 'b'], 1)
      if (seen.transport.lacks.wait === undefined)
        expect(seen.tookMs).toBeGreaterThanOrEqual((JSON.stringify(seen.answers[0]).length / 3) * 0.9)
    },
  },
  {
    fault: 'fail {error}',
    do: { fail: { error: 'blob_not_ready', message: 'Not yet.' } },
    check: (seen) => {
      went(seen, ['a', 'b'], 0)
      expect(seen.answers[0].error).toEqual({ code: -32000, message: 'Not yet.', data: { error: 'blob_not_ready' } })
    },
  },
  {
    fault: 'fail {status}',
    do: { fail: { status: 503, body: 'upstream down' } },
    check: (seen) => {
      went(seen, ['a', 'b'], 0)
      expect(seen.answers[0].error).toMatchObject({ code: -32603, data: { error: 'internal_error' } })
    },
  },
  {
    fault: 'fail {status} below 400',
    do: { fail: { status: 200, body: { status: 'success', session: { alias: 'made up' } } } },
    check: (seen) => {
      went(seen, ['a', 'b'], 0)
      expect(seen.answers[0].result).toEqual({ session: { alias: 'made up' } })
    },
  },
  {
    fault: 'fail after the work',
    do: { fail: { error: 'internal_error' } },
    at: 'after',
    check: (seen) => {
      went(seen, ['a', 'b'], 1)
      expect(seen.answers[0].error).toMatchObject({ code: -32603 })
    },
  },
  { fault: 'drop', do: { drop: true }, check: (seen) => ended(seen, [], 0) },
  { fault: 'drop after the work', do: { drop: true }, at: 'after', check: (seen) => ended(seen, [], 1) },
  { fault: 'reset', do: { reset: true }, check: (seen) => ended(seen, [], 0) },
  { fault: 'abort', do: { abort: true }, check: (seen) => ended(seen, [], 0) },
  {
    fault: 'close {code, reason}',
    do: { close: { code: 1013, reason: 'try again later' } },
    check: (seen) => {
      expect([seen.frames, seen.made, seen.closed]).toEqual([[], 0, { code: 1013, reason: 'try again later' }])
    },
  },
  {
    fault: 'close {code} after the work',
    do: { close: { code: 4000 } },
    at: 'after',
    check: (seen) => expect([seen.frames, seen.made, seen.closed]).toEqual([[], 1, { code: 4000, reason: '' }]),
  },
  { fault: 'empty', do: { empty: true }, check: (seen) => went(seen, ['', 'b'], 1) },
  { fault: 'truncate {bytes}', do: { truncate: { bytes: 12 } }, check: (seen) => ended(seen, ['{"jsonrpc":"'], 1) },
  {
    fault: 'truncate {bytes} beyond the end',
    do: { truncate: { bytes: 100_000 } },
    check: (seen) => went(seen, ['a', 'b'], 1),
  },
  {
    fault: 'truncate',
    do: { truncate: true },
    check: (seen) => {
      ended(seen, [expect.stringMatching(/^\{"jsonrpc":"2\.0","result":\{.*[^}]$/)], 1)
    },
  },
  {
    fault: 'malformed',
    do: { malformed: true },
    check: (seen) => went(seen, [expect.stringMatching(/^\{\{"jsonrpc".*\}$/), 'b'], 1),
  },
  { fault: 'lose_response', do: { lose_response: true }, check: (seen) => went(seen, ['b'], 1) },
  { fault: 'stall', do: { stall: true }, check: (seen) => went(seen, ['b'], 1) },
  { fault: 'duplicate', do: { duplicate: true }, check: (seen) => went(seen, ['a', 'a', 'b'], 1) },
  { fault: 'reorder', do: { reorder: true }, check: (seen) => went(seen, ['b', 'a'], 1) },
  {
    fault: 'unknown_id',
    do: { unknown_id: true },
    check: (seen) => {
      went(seen, [expect.not.stringMatching(/^[ab]$/), 'b'], 1)
      expect(seen.answers[0].result.session.alias).toBe('made')
    },
  },
]

function went({ frames, made, closed }: Seen, expected: readonly unknown[], madeExpected: number): void {
  expect(frames).toEqual(expected)
  expect([made, closed]).toEqual([madeExpected, undefined])
}

/** The socket breaks: 1006, or where a transport cannot break one, an unexpected close. */
function ended({ frames, made, closed, transport }: Seen, expected: readonly unknown[], madeExpected: number): void {
  expect(frames).toEqual(expected)
  expect([made, closed?.code]).toEqual([madeExpected, transport.lacks.abort === undefined ? 1006 : 1011])
}

/** Runs every fault through a transport. */
export function runSocketFaultMatrix(transport: SocketTransport): void {
  describe(`faults of sockets through ${transport.name}`, () => {
    beforeAll(() => transport.setUp?.())
    afterAll(() => transport.tearDown?.())
    it.each(rows.map((row) => [row.fault, row] as const))('%s', async (_, row) => {
      row.check(await see(transport, row))
    })
  })
}

async function see(transport: SocketTransport, row: Row): Promise<Seen> {
  const emulator = createEmulator()
  emulator.triggers.add({ when: { command: 'workflow.create_session', ...(row.at && { at: row.at }) }, do: row.do })
  const before = emulator.world.sessions.size
  const { socket: open, close } = await transport.open(emulator)
  try {
    const socket = await open('svc-key-ada-admin')
    const start = performance.now()
    socket.send(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 'a',
        method: 'workflow.create_session',
        params: { org_id: 'acme', alias: 'made' },
      }),
    )
    socket.send(getSession('b'))
    const { texts, closed, tookMs } = await listen(socket, start)
    const answers = texts.map(parsed)
    const frames = texts.map((text, i) => (answers[i] === undefined ? text : String(answers[i].id)))
    socket.close()
    return { frames, answers, closed, made: emulator.world.sessions.size - before, tookMs, transport }
  } finally {
    await close()
  }
}

// oxlint-disable-next-line typescript/no-explicit-any
function parsed(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Listens until the socket ends, or until a call that is sent after the answer to `b` is answered: nothing that is owed comes later. */
async function listen(
  socket: Socket,
  start: number,
): Promise<{ texts: string[]; closed: Seen['closed']; tookMs: number }> {
  const texts: string[] = []
  let tookMs = 0
  for (;;) {
    const text = await socket.next().catch(() => undefined)
    if (text === undefined) return { texts, closed: await socket.closed, tookMs }
    const id = parsed(text)?.id as unknown
    if (id === 'last') return { texts, closed: undefined, tookMs }
    tookMs = performance.now() - start
    texts.push(text)
    if (id === 'b') socket.send(getSession('last'))
  }
}

const getSession = (id: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'workflow.get_session', params: { session_id: 'run-01' } })
