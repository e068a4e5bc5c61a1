import type { Run } from '../../emulator/lab/index.ts'
import { PATIENCE } from './ask.ts'
import type { Pair } from './pair.ts'

type Answer = { id?: unknown; result?: Record<string, unknown>; error?: { message: string } }
type Socket = InstanceType<Run['WebSocket']>

/** A JSON-RPC connection whose calls have a time limit. `waiterOf` finds the call that an answer is for. */
class Connection {
  readonly #socket: Socket
  readonly #waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>()
  #next = 1

  constructor(
    { WebSocket, realtimeUrl, apiKey }: Run,
    waiterOf: (answer: Answer, waiting: readonly number[]) => number | undefined,
    endsCalls = true,
  ) {
    this.#socket = new WebSocket(`${realtimeUrl}?api_key=${apiKey}`)
    this.#socket.onmessage = ({ data }) => {
      let answer: Answer
      try {
        answer = JSON.parse(String(data)) as Answer
      } catch {
        return
      }
      const id = waiterOf(answer, [...this.#waiting.keys()])
      if (id === undefined) return
      this.#waiting.get(id)?.resolve(answer)
      this.#waiting.delete(id)
    }
    this.#socket.onclose = () => {
      if (endsCalls) for (const { reject } of this.#waiting.values()) reject(new Error('the connection is lost'))
    }
  }

  async open(patience = PATIENCE): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.#socket.onopen = () => resolve()
      if (patience > 0) setTimeout(() => reject(new Error('the socket does not open')), patience)
      this.#socket.addEventListener('close', () => reject(new Error('the connection is refused')))
    })
    return this
  }

  async call(method: string, params: object, patience = PATIENCE): Promise<Record<string, unknown>> {
    const id = this.#next++
    const { result, error } = await new Promise<Answer>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      if (patience > 0) setTimeout(() => reject(new Error('no answer')), patience)
      this.#socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    })
    if (error !== undefined) throw new Error(error.message)
    return result!
  }
}

const byId = ({ id }: Answer) => id as number
const byOrder = (_: Answer, [first]: readonly number[]) => first

async function both(run: Run, waiterOf: typeof byOrder, patience = PATIENCE): Promise<unknown> {
  const connection = await new Connection(run, waiterOf).open(patience)
  const [first, second] = await Promise.all(
    ['run-01', 'run-02'].map((session_id) => connection.call('workflow.get_session', { session_id })),
  )
  return [first!['session'], second!['session']].map((session) => (session as { alias: string }).alias)
}

/** Reads two sessions one after the other, each over a new connection where the old one is lost. */
async function afresh(run: Run): Promise<unknown> {
  let connection = await new Connection(run, byId).open()
  const read = async (session_id: string) => {
    for (let left = 2; ; left--) {
      try {
        return (await connection.call('workflow.get_session', { session_id }))['session'] as { alias: string }
      } catch (error) {
        if (left === 0) throw error
        connection = await new Connection(run, byId).open()
      }
    }
  }
  return [(await read('run-01')).alias, (await read('run-02')).alias]
}

/** Reads a session over the first socket that opens. */
async function opened(run: Run, times: number): Promise<string> {
  for (let left = times; ; left--) {
    try {
      const connection = await new Connection(run, byId).open()
      return ((await connection.call('workflow.get_session', { session_id: 'run-01' }))['session'] as { alias: string })
        .alias
    } catch (error) {
      if (left === 0) throw error
    }
  }
}

async function forEver(run: Run): Promise<unknown> {
  const connection = await new Connection(run, byId, false).open()
  const read = async (session_id: string) =>
    ((await connection.call('workflow.get_session', { session_id }, 0))['session'] as { alias: string }).alias
  return [await read('run-01'), await read('run-02')]
}

export const socketPairs: readonly Pair[] = [
  {
    mistake: 'matches the answers on a socket by their order',
    found: ['wrong-output', 'frames:reordered'],
    wrong: (run) => both(run, byOrder),
    right: (run) => both(run, byId),
    only: ['order'],
  },
  {
    mistake: 'never connects again',
    found: ['hung', 'socket-ends:1001'],
    wrong: forEver,
    right: afresh,
    only: ['socket-ends'],
  },
  {
    mistake: 'waits for ever for its socket to open',
    found: ['hung', 'socket-opening:hangs-1'],
    wrong: (run) => both(run, byId, 0),
    right: (run) => both(run, byId),
    only: ['socket-opening'],
  },
  {
    mistake: 'opens its socket again and again, without end or pause',
    found: ['storm', 'socket-opening:bad-gateway-1-lasting'],
    wrong: (run) => opened(run, Infinity),
    right: (run) => opened(run, 3),
    only: ['socket-opening'],
  },
]
