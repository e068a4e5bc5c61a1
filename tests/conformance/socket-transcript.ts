import { PATIENCE_MS } from '../helpers/until.ts'
import { openSocket, type Socket, type SocketConstructor } from './socket.ts'

/**
 * Messages of a client over a connection, in order: calls of every kind, batches, garbage. `answers` is the number of
 * frames that come back, after which the next message may be sent.
 */
const call = (id: unknown, method: string, params?: unknown) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params !== undefined && { params }),
})

const steps: readonly (readonly [frame: unknown, answers: number])[] = [
  [call(1, 'workflow.list_sessions', { org_id: 'acme' }), 1],
  [call('two', 'workflow.list_session_objects', { session_id: 'run-01', limit: 3 }), 1],
  [call(null, 'workflow.create_session', { org_id: 'acme', alias: 'sess-é-☃-𝒳' }), 1],
  [call(undefined, 'workflow.put_session_object', { session_id: 'run-02', key: 'quiet', value: 1 }), 0],
  [call(-1.5, 'workflow.list_session_objects', { session_id: 'run-02' }), 1],
  [
    [
      call('a', 'scheduler.list_schedules', { org_id: 'acme' }),
      call(undefined, 'x'),
      1,
      call('b', 'workflow.get_session', { session_id: 'none' }),
    ],
    1,
  ],
  [[call(undefined, 'workflow.create_session', { org_id: 'acme' })], 0],
  [call(3, 'workflow.list_session', {}), 1],
  [call(4, 'workflow.list_sessions', ['acme']), 1],
  [call(5, 'workflow.list_sessions', { org_id: 'acme', limit: 1 }), 1],
  [call(6, 'workflow.check_definition', { body: { nodes: [], edges: [] } }), 1],
  [call(7, 'workflow.start_execution', { definition_id: 'ingest', session_id: 'run-03' }), 1],
  [call(8, 'workflow.list_session_events', { session_id: 'run-03' }), 1],
  [call(9, 'workflow.put_session_object', { session_id: 'run-02', key: 'large', value: 'ü'.repeat(100_000) }), 1],
  [call(10, 'workflow.list_session_objects', { session_id: 'run-02' }), 1],
  ['{"jsonrpc":"2.0"', 1],
  ['', 1],
  ['[]', 1],
  ['[1,{}]', 1],
  [new Uint8Array([0, 255]), 1],
  ['1'.repeat(1_048_577), 1],
  [call(11, 'session.authenticate', { api_key: 'wrong' }), 1],
  [call(12, 'session.authenticate', { api_key: 'svc-key-ben-admin' }), 1],
  [call(13, 'workflow.create_session', { org_id: 'acme' }), 1],
  [call(14, 'session.authenticate', { access_token: 'svc-token-ada-as-bot' }), 1],
  [call(15, 'workflow.create_session', { org_id: 'acme', alias: 'by-bot' }), 1],
]

/** Plays it on a new connection and returns every frame that came back. */
export async function playTranscript(Constructor: unknown, url: string): Promise<string[]> {
  const socket = await openSocket(Constructor as SocketConstructor, url, 'svc-token-ada')
  const received: string[] = []
  for (const [frame, answers] of steps) {
    socket.send(typeof frame === 'string' || frame instanceof Uint8Array ? frame : JSON.stringify(frame))
    for (let i = 0; i < answers; i++) received.push(await next(socket, frame))
  }
  socket.close()
  await socket.closed
  return received
}

async function next(socket: Socket, frame: unknown): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer to ${JSON.stringify(frame).slice(0, 200)}`)), PATIENCE_MS)
  })
  try {
    return await Promise.race([socket.next(), late])
  } finally {
    clearTimeout(timer)
  }
}
