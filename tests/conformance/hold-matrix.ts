import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { instanceOf } from '../../emulator/host/instance-of.ts'
import { until } from '../helpers/until.ts'
import type { Socket } from './socket.ts'

/** A call that a gate holds. */
interface Call {
  /** `200`, an error code, or `none` where no answer came. */
  readonly outcome: Promise<string>
  /** Leaves, as a client that cancels or times out. */
  giveUp(): void
  /** Asks something else on its connection: an answer that has not come before that one is lost. */
  askMore(): void
}

/** A way for calls into an emulator. */
export interface HoldTransport {
  readonly name: string
  setUp?(): void
  tearDown?(): void
  open(emulator: Emulator): Promise<{ call(): Promise<Call>; close(): void | Promise<void> }>
  /** The call, as gates name it. */
  readonly unit: 'POST /blobs/acme/weights/revisions' | 'workflow.create_session'
}

type Gate = ReturnType<Emulator['hold']>

interface Row {
  readonly what: string
  act(gate: Gate, emulator: Emulator, call: Call): void
  readonly outcome: string
  /** Calls that were done if they were held before they were handled; after it, it is always one. */
  readonly made: number
  /** `delivery` of the entry. */
  readonly delivery: string | undefined
}

const rows: readonly Row[] = [
  { what: 'released', act: (gate) => gate.release(), outcome: '200', made: 1, delivery: undefined },
  {
    what: 'failed',
    act: (gate) => gate.release({ fail: { error: 'internal_error' } }),
    outcome: 'internal_error',
    made: 0,
    delivery: undefined,
  },
  {
    what: 'lost',
    act: (gate, _, call) => {
      gate.release({ lose_response: true })
      call.askMore()
    },
    outcome: 'none',
    made: 1,
    delivery: 'lost',
  },
  { what: 'given up', act: (_, __, call) => call.giveUp(), outcome: 'none', made: 0, delivery: 'gave up' },
  {
    what: 'still there at the end of a test',
    act: (_, emulator) => instanceOf(emulator).close(),
    outcome: '200',
    made: 1,
    delivery: undefined,
  },
]

/** Holds a call at each moment and lets it go in each way. */
export function runHoldMatrix(transport: HoldTransport): void {
  describe(`a call held through ${transport.name}`, () => {
    beforeAll(() => transport.setUp?.())
    afterAll(() => transport.tearDown?.())
    const cells = (['before', 'after'] as const).flatMap((at) => rows.map((row) => [at, row.what, row] as const))
    it.each(cells)('%s it is handled, and %s', async (at, _, row) => {
      const emulator = createEmulator()
      const { revisions, sessions } = emulator.world
      const before = revisions.size + sessions.size
      const { call: send, close } = await transport.open(emulator)
      try {
        const gate = emulator.hold(transport.unit, { at })
        const call = await send()
        await gate.arrived()
        expect(gate.entries).toMatchObject([{ number: 1, caller: 'ada', delivery: 'held' }])
        expect(instanceOf(emulator).host.holds.stillHeld()).toEqual([
          `${transport.unit} is held; release it, or remove the gate`,
        ])
        row.act(gate, emulator, call)
        expect(await call.outcome).toBe(row.outcome)
        await until(() => expect(gate.entries[0]?.delivery).toBe(row.delivery))
        expect(revisions.size + sessions.size - before).toBe(at === 'after' ? 1 : row.made)
        expect(emulator.journal.entries().filter(({ unit }) => unit !== 'workflow.get_session')).toHaveLength(1)
      } finally {
        await close()
      }
    })
  })
}

/** Sends the call over HTTP. */
export function sendRequest(url: string, send: typeof fetch): Call {
  const user = new AbortController()
  const answer = async () => {
    const response = await send(`${url}/blobs/acme/weights/revisions`, {
      method: 'POST',
      headers: { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' },
      body: '{}',
      signal: user.signal,
    })
    const { error } = (await response.json()) as { error?: string }
    return error ?? String(response.status)
  }
  return { outcome: answer().catch(() => 'none'), giveUp: () => user.abort(), askMore() {} }
}

/** Sends the call on a socket. */
export function sendCall(socket: Socket): Call {
  const send = (id: string, method: string, params: object) =>
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
  const answer = async (): Promise<string> => {
    const text = await socket.next().catch(() => undefined)
    if (text === undefined) return 'none'
    const { id, error } = JSON.parse(text) as { id: string; error?: { data: { error: string } } }
    return id === 'held' ? (error?.data.error ?? '200') : 'none'
  }
  send('held', 'workflow.create_session', { org_id: 'acme', alias: 'made' })
  let left = (_: string): void => {}
  const gone = new Promise<string>((resolve) => (left = resolve))
  return {
    outcome: Promise.race([answer(), gone]),
    giveUp() {
      socket.close()
      left('none')
    },
    askMore: () => send('behind', 'workflow.get_session', { session_id: 'run-01' }),
  }
}
