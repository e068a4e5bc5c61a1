/** The emulator as clients have it: a server that is asked over HTTP and sockets. */
import { WebSocket } from 'ws'
import { startServer, type RunningServer } from '../../emulator/adapters/node/server.ts'
import type { Ask } from './answer.ts'
import type { Answer } from './answers.ts'
import type { Fields, Row, State, Table } from './reference.ts'
import { tableNames } from './reference.ts'

/** With `upgrade`, a socket was refused. */
interface Got extends Answer {
  readonly upgrade?: true
}

interface Place {
  readonly world: string | undefined
  readonly base: string
  readonly realtime: string
  readonly control: string
}

export class Served {
  readonly #server: RunningServer
  #place: Place
  readonly #sockets = new Map<string, WebSocket>()
  #calls = 0

  private constructor(server: RunningServer) {
    this.#server = server
    const { origin } = new URL(server.url)
    this.#place = {
      world: undefined,
      base: `${origin}/v1`,
      realtime: `${origin.replace('http', 'ws')}/v1/realtime`,
      control: `${origin}/__emulator`,
    }
  }

  static async start(): Promise<Served> {
    return new Served(await startServer({ journal: { size: 10 } }))
  }

  async close(): Promise<void> {
    this.#closeSockets()
    await this.#server.close()
  }

  #closeSockets(): void {
    for (const socket of this.#sockets.values()) socket.terminate()
    this.#sockets.clear()
  }

  /** Goes back to the start of the main world. */
  async reset(): Promise<void> {
    const { origin } = new URL(this.#server.url)
    await this.leave({
      world: undefined,
      base: `${origin}/v1`,
      realtime: `${origin.replace('http', 'ws')}/v1/realtime`,
      control: `${origin}/__emulator`,
    })
    await this.control('POST', '/reset')
  }

  async leave(next: Place): Promise<void> {
    this.#closeSockets()
    const { world } = this.#place
    this.#place = next
    if (world !== undefined) await this.control('DELETE', `/worlds/${world}`)
  }

  /** Goes on in a copy of the world. */
  async fork(): Promise<void> {
    const made = (await this.control('POST', '/worlds', { from: 'current' })) as {
      world: string
      base_url: string
      realtime_url: string
      control_url: string
    }
    await this.leave({ world: made.world, base: made.base_url, realtime: made.realtime_url, control: made.control_url })
  }

  async control(method: string, path: string, body: Fields = {}): Promise<unknown> {
    const response = await fetch(this.#place.control + path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }

  /** The state that there is, as far as the model knows it. */
  async state(): Promise<Pick<State, 'now' | 'tables'>> {
    const { now_ms: now, tables } = (await this.control('GET', '/export')) as {
      now_ms: number
      tables: Record<Table, [number, Row][]>
    }
    return {
      now,
      tables: Object.fromEntries(
        tableNames.map((name) => [name, tables[name].map(([, row]) => row)]),
      ) as State['tables'],
    }
  }

  /** Asks, and pages on until a listing ends. A `null` cursor of the last page is left out. */
  async ask(ask: Ask, socket: boolean, limit: number): Promise<Got> {
    const [listed, noun] =
      ask.unit === 'workflow.list_sessions'
        ? ['sessions', 'session']
        : ask.unit.endsWith('/revisions') && ask.unit.startsWith('GET')
          ? ['revisions', undefined]
          : []
    if (listed === undefined) return await this.#once(ask, socket, {}, '')
    const rows: unknown[] = []
    for (let cursor: unknown, pages = 0; ; pages++) {
      if (pages > 1_000) throw new Error(`${ask.unit} never ends`)
      const more: Fields = noun === undefined || cursor === undefined ? {} : { [`start_${noun}_id`]: cursor }
      const query =
        noun === undefined
          ? `?limit=${limit}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor as string)}`}`
          : ''
      const got = await this.#once(ask, socket, more, query)
      const { status, body } = got
      if (body['status'] !== 'success') return got
      rows.push(...(body[listed] as unknown[]))
      const name = noun === undefined ? 'cursor' : `last_${noun}_id`
      cursor = body[name]
      if (cursor === null) return { status, body: { status: 'success', [listed]: rows } }
      if (typeof cursor !== 'string') throw new Error(`${ask.unit} answers ${name} ${String(cursor)}`)
    }
  }

  #once(ask: Ask, socket: boolean, more: Fields, query: string): Promise<Got> {
    return socket && ask.unit.startsWith('workflow.') ? this.#call(ask, more) : this.#request(ask, more, query)
  }

  async #request({ unit, secret, params, body }: Ask, more: Fields, query: string): Promise<Answer> {
    const [method, path] = unit.includes(' ')
      ? (unit.split(' ') as [string, string])
      : ['POST', `/${unit.replace('.', '/')}`]
    const url =
      this.#place.base + path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!)) + query
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      ...(secret !== undefined && { 'x-api-key': secret }),
    }
    const response = await fetch(url, {
      method,
      headers,
      ...(method !== 'GET' && method !== 'DELETE' && { body: JSON.stringify({ ...body, ...more }) }),
    })
    return { status: response.status, body: (await response.json()) as Fields }
  }

  async #call({ unit, secret, body }: Ask, more: Fields): Promise<Got> {
    const socket = await this.#socket(secret ?? '')
    if (socket === undefined)
      return {
        status: 401,
        body: { status: 'failure', error: 'unauthenticated', message: 'at the upgrade' },
        upgrade: true,
      }
    const id = ++this.#calls
    const answered = new Promise<Fields>((resolve, reject) => {
      socket
        .once('message', (data: Buffer) => resolve(JSON.parse(data.toString()) as Fields))
        .once('close', () => reject(new Error(`the socket closed during ${unit}`)))
    })
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: unit, params: { ...body, ...more } }))
    const frame = await answered
    socket.removeAllListeners('close')
    if (frame['id'] !== id) throw new Error(`asked ${id}, answered ${JSON.stringify(frame)}`)
    return fromFrame(frame)
  }

  async #socket(secret: string): Promise<WebSocket | undefined> {
    const open = this.#sockets.get(secret)
    if (open !== undefined) return open
    const socket = new WebSocket(this.#place.realtime, { headers: { 'x-api-key': secret } })
    const opened = await new Promise<boolean>((resolve) => {
      socket
        .once('open', () => resolve(true))
        .once('unexpected-response', () => resolve(false))
        .on('error', () => resolve(false))
    })
    if (!opened) {
      socket.terminate()
      return undefined
    }
    this.#sockets.set(secret, socket)
    return socket
  }
}

/** Over a socket the envelope is split into result and error (A-57, A-5); it has no HTTP status. */
function fromFrame(frame: Fields): Answer {
  if (frame['result'] !== undefined) return { status: 200, body: { status: 'success', ...(frame['result'] as Fields) } }
  const { message, data } = frame['error'] as { message: string; data: Fields }
  return { status: NaN, body: { status: 'failure', message, ...data } }
}
