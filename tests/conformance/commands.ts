import type { Api, RequestOptions } from './api.ts'
import type { Socket } from './socket.ts'

/** Answer to a command, called in either way. */
export interface CommandReply {
  /** The API's error code; undefined for a success. */
  readonly error: string | undefined
  readonly message: string | undefined
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly limit: any
  /** The fields of the answer beside `status`; of a verdict with it. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly fields: any
}

/** Ways to call commands: over HTTP, or over a socket. Both must have equal results. */
export type Way = 'http' | 'socket'

/** Calls commands one way. */
export class Commands {
  readonly way: Way
  readonly #api: Api
  readonly #sockets = new Map<string | undefined, Promise<Socket>>()
  #calls = 0

  constructor(api: Api, way: Way) {
    this.#api = api
    this.way = way
  }

  /** Calls `workflow.list_sessions` and the like. */
  call(command: string, params: object, as?: string): Promise<CommandReply> {
    return this.way === 'http' ? this.#overHttp(command, params, as) : this.#overSocket(command, params, as)
  }

  /** The fields of a success; throws for a refusal. */
  // oxlint-disable-next-line typescript/no-explicit-any
  async ask(command: string, params: object, as = 'svc-key-ada-admin'): Promise<any> {
    const reply = await this.call(command, params, as)
    if (reply.error !== undefined) throw new Error(`${command} was refused: ${reply.error}: ${reply.message}`)
    return reply.fields
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.values()) (await socket).close()
  }

  async #overHttp(command: string, params: object, as: string | undefined): Promise<CommandReply> {
    const options: RequestOptions = { json: params, ...(as !== undefined && { as }) }
    const { status, body } = await this.#api.request('POST', `/${command.replace('.', '/')}`, options)
    if (status !== 200) return { error: body.error, message: body.message, limit: body.limit, fields: undefined }
    const { status: verdict, ...fields } = body
    return {
      error: undefined,
      message: undefined,
      limit: undefined,
      fields: command === 'workflow.check_definition' ? { status: verdict, ...fields } : fields,
    }
  }

  async #overSocket(command: string, params: object, as: string | undefined): Promise<CommandReply> {
    let socket = this.#sockets.get(as)
    if (socket === undefined) this.#sockets.set(as, (socket = this.#api.socket(as)))
    const open = await socket
    const id = ++this.#calls
    open.send(JSON.stringify({ jsonrpc: '2.0', id, method: command, params }))
    const answer = JSON.parse(await open.next())
    if (answer.jsonrpc !== '2.0' || answer.id !== id || 'result' in answer === 'error' in answer)
      throw new Error(`no answer of JSON-RPC 2.0: ${JSON.stringify(answer)}`)
    const { error, result } = answer
    return { error: error?.data?.error, message: error?.message, limit: error?.data?.limit, fields: result }
  }
}
