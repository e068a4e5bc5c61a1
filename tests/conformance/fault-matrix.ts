import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fault } from '../../emulator/engine/faults/registry.ts'
import { createEmulator, type Emulator, type TriggerInput } from '../../emulator/index.ts'

/** A way for requests into an emulator. */
export interface FaultTransport {
  readonly name: string
  /** Faults that the transport cannot show, with the reason; their cells check the rest. */
  readonly lacks: Readonly<Partial<Record<'cause' | 'headers-alone' | 'time', string>>>
  setUp?(): void
  tearDown?(): void
  open(emulator: Emulator): Promise<{ url: string; send: typeof fetch; close(): void | Promise<void> }>
}

interface Seen {
  readonly outcome: 'answered' | 'no_answer' | 'cut'
  readonly status: number | undefined
  readonly headers: Headers
  readonly text: string
  readonly error: (Error & { cause?: { code?: string } }) | undefined
  readonly tookMs: number
  readonly emulator: Emulator
  /** Revisions of the blob that the request made. */
  readonly made: number
  readonly transport: FaultTransport
}

type Actions = TriggerInput['do']

export interface Row {
  readonly fault: string
  readonly do: Actions
  readonly at?: 'before' | 'after'
  /** The client goes once half of the body has come. */
  readonly isLeftHalfWay?: true
  check(seen: Seen): void
}

/** Answer to a request without a fault. */
const whole = /^\{"status":"success","revision":\{.*\}\}$/

const closed = /UND_ERR_SOCKET|was closed/

/** The write of the request is done, or it is not: each row says which. */
export const rows: readonly Row[] = [
  { fault: 'none', do: { delay: 0 }, check: (seen) => answered(seen, 200, 1) },
  {
    fault: 'delay',
    do: [{ delay: '60ms' }, { delay: 60 }],
    check: (seen) => {
      answered(seen, 200, 1)
      took(seen, 115)
    },
  },
  {
    fault: 'fail {error}',
    do: { fail: { error: 'limit_exceeded' } },
    check: (seen) => {
      expect(JSON.parse(seen.text)).toMatchObject({
        status: 'failure',
        error: 'limit_exceeded',
        limit: { name: 'orgs_per_user', max: 50 },
      })
      expect([seen.status, seen.made]).toEqual([403, 0])
    },
  },
  {
    fault: 'fail {status, body, headers}',
    do: { fail: { status: 503, body: 'upstream down', headers: { 'Retry-After': '3' } } },
    check: (seen) => {
      expect([seen.status, seen.text, seen.made]).toEqual([503, 'upstream down', 0])
      expect(seen.headers.get('retry-after')).toBe('3')
      expect(seen.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    },
  },
  {
    fault: 'fail {status} without a body',
    do: { fail: { status: 204, body: 'no place for it' } },
    check: (seen) => expect([seen.status, seen.text]).toEqual([204, '']),
  },
  {
    fault: 'fail after the work',
    do: { fail: { error: 'internal_error', message: 'The disk is full.' } },
    at: 'after',
    check: (seen) => {
      expect(JSON.parse(seen.text)).toEqual({
        status: 'failure',
        error: 'internal_error',
        message: 'The disk is full.',
      })
      expect([seen.status, seen.made]).toEqual([500, 1])
    },
  },
  { fault: 'drop', do: { drop: true }, check: (seen) => unanswered(seen, 0, closed) },
  { fault: 'drop after the work', do: { drop: true }, at: 'after', check: (seen) => unanswered(seen, 1, closed) },
  { fault: 'reset', do: { reset: true }, check: (seen) => unanswered(seen, 0, /ECONNRESET|was reset/) },
  { fault: 'lose_response', do: { lose_response: true }, check: (seen) => unanswered(seen, 1, closed) },
  {
    fault: 'lose_response after a delay',
    do: [{ delay: 80 }, { lose_response: true }],
    check: (seen) => {
      unanswered(seen, 1, closed)
      took(seen, 75)
    },
  },
  {
    fault: 'empty',
    do: { empty: true },
    check: (seen) => {
      expect([seen.outcome, seen.status, seen.text, seen.made]).toEqual(['answered', 200, '', 1])
      expect(seen.headers.get('content-type')).toBe('application/json')
    },
  },
  {
    fault: 'truncate',
    do: { truncate: true },
    check: (seen) => cutAfter(seen, Math.floor(Number(seen.headers.get('content-length')) / 2)),
  },
  { fault: 'truncate {bytes}', do: { truncate: { bytes: 10 } }, check: (seen) => cutAfter(seen, 10) },
  { fault: 'truncate {bytes: 0}', do: { truncate: { bytes: 0 } }, check: (seen) => cutAfter(seen, 0) },
  { fault: 'truncate beyond the end', do: { truncate: { bytes: 100_000 } }, check: (seen) => answered(seen, 200, 1) },
  {
    fault: 'malformed',
    do: { malformed: true },
    check: (seen) => {
      expect([seen.outcome, seen.status, seen.made]).toEqual(['answered', 200, 1])
      expect(seen.text.slice(1)).toMatch(whole)
      expect(() => JSON.parse(seen.text) as unknown).toThrow(SyntaxError)
    },
  },
  {
    fault: 'slow',
    do: { slow: { bytes_per_second: 1000 } },
    check: (seen) => {
      answered(seen, 200, 1)
      took(seen, seen.text.length * 0.9)
    },
  },
  {
    fault: 'stall',
    do: { stall: true },
    isLeftHalfWay: true,
    check: ({ outcome, status, text, made, headers }) =>
      expect([outcome, status, made, text.length]).toEqual([
        'cut',
        200,
        1,
        Math.floor(Number(headers.get('content-length')) / 2),
      ]),
  },
  {
    fault: 'slow and truncated',
    do: [{ slow: { bytes_per_second: 500 } }, { truncate: { bytes: 40 } }],
    check: (seen) => cutAfter(seen, 40),
  },
]

/** Faults of sockets are refused in a trigger on an endpoint. */
export const socketOnly: readonly Fault[] = [
  { close: { code: 1013 } },
  { abort: true },
  { duplicate: true },
  { reorder: true },
  { unknown_id: true },
]

function took({ tookMs, transport }: Seen, milliseconds: number): void {
  if (transport.lacks.time === undefined) expect(tookMs).toBeGreaterThanOrEqual(milliseconds)
}

function answered(seen: Seen, status: number, made: number): void {
  expect([seen.outcome, seen.status, seen.made]).toEqual(['answered', status, made])
  expect(seen.text).toMatch(whole)
}

function unanswered({ outcome, error, made, transport }: Seen, expected: number, cause: RegExp): void {
  expect([outcome, made]).toEqual(['no_answer', expected])
  expect(error).toBeInstanceOf(TypeError)
  if (transport.lacks.cause === undefined) expect(error?.cause?.code).toMatch(cause)
}

function cutAfter({ outcome, status, text, made, error, transport }: Seen, bytes: number): void {
  const unseen = bytes === 0 && transport.lacks['headers-alone'] !== undefined && outcome === 'no_answer'
  expect(unseen ? ['cut', 200, made] : [outcome, status, made]).toEqual(['cut', 200, 1])
  expect(text).toHaveLength(bytes)
  expect(error).toBeInstanceOf(TypeError)
}

/** Runs every fault through a transport. */
export function runFaultMatrix(transport: FaultTransport): void {
  describe(`faults through ${transport.name}`, () => {
    beforeAll(() => transport.setUp?.())
    afterAll(() => transport.tearDown?.())
    it.each(rows.map((row) => [row.fault, row] as const))('%s', async (_, row) => {
      row.check(await see(transport, row))
    })
  })
}

/** An emulator whose next revision of a blob meets the fault. */
export function emulatorWith(row: Pick<Row, 'do' | 'at'>): Emulator {
  const emulator = createEmulator()
  emulator.triggers.add({
    when: { endpoint: 'POST /blobs/acme/weights/revisions', ...(row.at && { at: row.at }) },
    do: row.do,
  })
  return emulator
}

async function see(transport: FaultTransport, row: Row): Promise<Seen> {
  const emulator = emulatorWith(row)
  const before = emulator.world.revisions.size
  const { url, send, close } = await transport.open(emulator)
  try {
    const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
    const start = performance.now()
    const gone = new AbortController()
    const left = row.isLeftHalfWay ? () => gone.abort() : () => {}
    const read = await exchange(
      () =>
        send(`${url}/blobs/acme/weights/revisions`, {
          method: 'POST',
          headers,
          body: '{}',
          ...(row.isLeftHalfWay && { signal: gone.signal }),
        }),
      left,
    )
    return {
      ...read,
      tookMs: performance.now() - start,
      emulator,
      made: emulator.world.revisions.size - before,
      transport,
    }
  } finally {
    await close()
  }
}

async function exchange(
  send: () => Promise<Response>,
  half: () => void,
): Promise<Omit<Seen, 'tookMs' | 'emulator' | 'made' | 'transport'>> {
  let text = ''
  let response: Response | undefined
  try {
    response = await send()
    const length = Number(response.headers.get('content-length'))
    for await (const chunk of response.body ?? []) {
      text += new TextDecoder().decode(chunk as Uint8Array)
      if (text.length === Math.floor(length / 2)) half()
    }
  } catch (error) {
    return {
      outcome: response === undefined ? 'no_answer' : 'cut',
      status: response?.status,
      headers: response?.headers ?? new Headers(),
      text,
      error: error as Seen['error'],
    }
  }
  return { outcome: 'answered', status: response.status, headers: response.headers, text, error: undefined }
}
