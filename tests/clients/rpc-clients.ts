/** JSON-RPC clients of npm behind one shape, each through its own API. */
import { JSONRPCClient } from 'json-rpc-2.0'
import jayson from 'jayson/promise/index.js'
import jaysonBrowser from 'jayson/promise/lib/client/browser/index.js'
import * as rpcWebsockets from 'rpc-websockets'
import { WebSocket as WebSocketOfWs } from 'ws'

/** Outcome of a call: a result, or an error as on the wire. */
export type Outcome =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

export interface OpenRpc {
  call(method: string, params: object): Promise<Outcome>
  close(): void
}

export interface RpcClient {
  readonly name: string
  readonly package?: string
  /** Major versions of msw that see its sockets. */
  readonly intercepted: readonly number[]
  open(url: string): Promise<OpenRpc>
}

/** WebSocket of Node and browsers, which msw replaces. */
const standard = (url: string): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url)
    socket.onopen = () => resolve(socket)
    socket.onerror = () => reject(new Error('the socket did not open'))
  })

const ofWs = (url: string): Promise<WebSocketOfWs> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocketOfWs(url)
    socket.on('open', () => resolve(socket))
    socket.on('error', reject)
  })

export const rpcClients: readonly RpcClient[] = [
  { name: 'WebSocket of Node', intercepted: [2, 3], open: async (url) => plain(await standard(url)) },
  { name: 'ws', package: 'ws', intercepted: [], open: async (url) => plain((await ofWs(url)) as unknown as WebSocket) },
  {
    name: 'json-rpc-2.0 over WebSocket',
    package: 'json-rpc-2.0',
    intercepted: [2, 3],
    open: async (url) => withJsonRpc2(await standard(url)),
  },
  {
    name: 'rpc-websockets',
    package: 'rpc-websockets',
    intercepted: [],
    open: openRpcWebsockets((url) => new rpcWebsockets.Client(url, quiet)),
  },
  {
    name: 'rpc-websockets over WebSocket',
    package: 'rpc-websockets',
    intercepted: [2, 3],
    open: openRpcWebsockets((url) => new rpcWebsockets.CommonClient(nodeSocket, url, quiet)),
  },
  {
    name: 'jayson (its websocket client)',
    package: 'jayson',
    intercepted: [],
    open: async (url) => withJayson(await ofWs(url)),
  },
  {
    name: 'jayson (its browser client) over WebSocket',
    package: 'jayson',
    intercepted: [2, 3],
    open: async (url) => withJaysonBrowser(await standard(url)),
  },
]

function plain(socket: WebSocket): OpenRpc {
  let next = 0
  const waiting = new Map<number, (outcome: Outcome) => void>()
  socket.onmessage = ({ data }) => {
    const { id, ...outcome } = JSON.parse(String(data)) as { id: number } & Outcome
    waiting.get(id)?.(outcome)
  }
  return {
    call: (method, params) =>
      new Promise((resolve) => {
        waiting.set(++next, resolve)
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: next, method, params }))
      }),
    close: () => socket.close(),
  }
}

async function waitForOutcome(call: PromiseLike<unknown>): Promise<Outcome> {
  try {
    return { result: await call }
  } catch (thrown) {
    const { code, message, data } = thrown as { code: number; message: string; data?: unknown }
    if (typeof code !== 'number') throw thrown
    return { error: { code, message, data } }
  }
}

function withJsonRpc2(socket: WebSocket): OpenRpc {
  const client = new JSONRPCClient((request) => socket.send(JSON.stringify(request)))
  socket.onmessage = ({ data }) => client.receive(JSON.parse(String(data)))
  return { call: (method, params) => waitForOutcome(client.request(method, params)), close: () => socket.close() }
}

const quiet = { reconnect: false }

/** rpc-websockets lets its user bring the socket. */
function nodeSocket(address: string): never {
  const socket = new WebSocket(address)
  const send = socket.send.bind(socket)
  return Object.assign(socket, {
    send(data: string, options: unknown, done?: (error?: Error) => void) {
      send(data)
      ;(done ?? (options as typeof done))?.()
    },
  }) as never
}

function openRpcWebsockets(create: (url: string) => rpcWebsockets.CommonClient): RpcClient['open'] {
  return (url) =>
    new Promise((resolve, reject) => {
      const client = create(url)
      client.on('error', (error) => reject(error instanceof Error ? error : new Error('the socket did not open')))
      client.on('open', () =>
        resolve({
          call: (method, params) => waitForOutcome(client.call(method, params as never)),
          close: () => client.close(),
        }),
      )
    })
}

function withJayson(socket: WebSocketOfWs): OpenRpc {
  const client = jayson.Client.websocket({ ws: socket as never })
  return {
    call: async (method, params) => bare(await client.request(method, params as never)),
    close: () => socket.close(),
  }
}

// Its types say that it exports a namespace.
const BrowserClient = jaysonBrowser as unknown as new (
  send: (request: string) => Promise<string>,
  options: object,
) => { request(method: string, params: object): Promise<object> }

function withJaysonBrowser(socket: WebSocket): OpenRpc {
  const waiting = new Map<string, (text: string) => void>()
  socket.onmessage = ({ data }) => waiting.get((JSON.parse(String(data)) as { id: string }).id)?.(String(data))
  const client = new BrowserClient(
    (request: string) =>
      new Promise<string>((resolve) => {
        waiting.set((JSON.parse(request) as { id: string }).id, resolve)
        socket.send(request)
      }),
    {},
  )
  return { call: async (method, params) => bare(await client.request(method, params)), close: () => socket.close() }
}

/** jayson resolves with the whole answer. */
function bare({ result, error }: { result?: unknown; error?: never }): Outcome {
  return error === undefined ? { result } : { error }
}
