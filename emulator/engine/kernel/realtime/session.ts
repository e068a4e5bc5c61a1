import { ApiError } from '../../../contract/api-error.ts'
import { rpcErrors } from '../../../contract/rpc-errors.ts'
import type { JsonParts } from '../../checking/json-parts.ts'
import { utf8Length } from '../../world/row.ts'
import type { Host } from '../host.ts'
import {
  batchText,
  errorText,
  NO_ID,
  reply,
  type Answering,
  type RpcCall,
  type RpcError,
  type RpcId,
} from './json-rpc.ts'
import { refuseAgain } from '../alterations.ts'
import { findLimit } from '../limits.ts'
import { isRealtime } from '../rest/addresses.ts'
import { isRuleInForce } from '../rule-in-force.ts'
import { Later, whenAll } from './later.ts'
import { Outbox } from './outbox.ts'
import { answerBy, answerHeldCall, AUTHENTICATE, type CallAnswer } from './rpc.ts'
import { answerAuthenticate, findCaller, keepCredentials, refuseUpgrade, upgradeRequest } from './socket-credentials.ts'
import { findFeatures } from '../steps.ts'
import { Client, type WireRequest } from '../wire.ts'
import type { Caller } from '../caller.ts'
import type { Connection } from './connection.ts'

/** Our end of a socket. */
export interface RealtimeSession {
  /** Takes a frame from the client: text, or the bytes of a binary frame. */
  receive(data: string | Uint8Array): void
  /** Ends the session after its connection. */
  closed(): void
  /** Closes the connection from our side. */
  close(code: number, reason: string): void
}

/**
 * Opens a session on a connection. A path other than that of sockets, and wrong credentials, close it with 1008; a
 * transport that can refuse the upgrade does so before.
 */
export function openSession(host: Host, connection: Connection, headers = connection.headers): RealtimeSession {
  const request = upgradeRequest(connection.url, headers)
  const session = new Session(host, connection, request)
  host.connections.add(session)
  const opening = connection.opening ?? host.openings.next()
  const refused = opening === 'unauthenticated' ? undefined : refuseUpgrade(host, request)
  if (!isRealtime(host.world, request.url)) session.close(1008, 'no endpoint has this path')
  else if (refused?.status === 501)
    session.close(1008, 'credentials in the address are not shown (unspecified: refuse)')
  else if (opening === 'unauthenticated' || refused !== undefined) session.close(1008, 'unauthenticated')
  // A transport that can neither refuse an upgrade nor leave it unanswered closes the socket that it has opened.
  else if (opening !== 'accepted') session.close(1013, 'try again later')
  return session
}

/** UTF-16 units of answers to one message, after which its further calls are refused: each may ask for a megabyte. */
const MAX_BATCH_ANSWER = 4 * 1024 * 1024

/**
 * Writes for one message, by its calls, by triggers and by due work, after which its further calls are refused: some 10
 * us each.
 */
const MAX_BATCH_WRITES = 5_000

/** Cost of a change by a trigger beside its writes, also of one that cannot be made. */
const WRITES_FOR_A_CHANGE = 10

const tooMuch = exceeded('batch_answer', MAX_BATCH_ANSWER, 'The answers to this batch hold more characters than')
const tooManyWrites = exceeded('batch_writes', MAX_BATCH_WRITES, 'The calls of this batch made more writes than')

function exceeded(name: string, max: number, what: string): ApiError {
  const { code: rpc } = rpcErrors.invalid_request
  return new ApiError('limit_exceeded', `${what} the limit of ${max}.`, { limit: { name, max }, cites: ['A-403'], rpc })
}

/** Answer with the name of its call, where it may have to wait for others. */
type NamedAnswer = CallAnswer & { readonly name?: string }

class Session implements RealtimeSession, Answering<Later<NamedAnswer>> {
  readonly #host: Host
  readonly #outbox: Outbox
  /** UTF-16 units of the answers to the message that is being answered. */
  #answered = 0
  /** Writes to the world for that message. */
  #written = 0
  /** Upgrade with its credentials, and with no other header. */
  #request: WireRequest
  /** Caller to whom its credentials belonged when they were given. */
  #opened: Caller | undefined
  /** True once `session.authenticate` has refused credentials, until it accepts others. */
  #afterRefusal = false
  /** Answers to messages that arrived together; undefined where none waits. */
  #together: (() => void)[] | undefined
  /** Clients of calls whose answers have not left. */
  readonly #waiting = new Set<Client>()
  readonly takesNull = (): boolean => isRuleInForce(this.#host.world, 'null-params-are-none')

  constructor(host: Host, connection: Connection, request: WireRequest) {
    this.#host = host
    this.#request = keepCredentials(request)
    this.#opened = findCaller(host, this.#request)
    this.#outbox = new Outbox(connection)
  }

  get batchCalls(): number {
    return findLimit(this.#host.world, 'batch_calls')
  }

  receive(data: string | Uint8Array): void {
    const { messages } = this.#host.order
    if (messages === undefined) this.#receive(data)
    else messages.pass('a message is handled', () => this.#receive(data))
  }

  #receive(data: string | Uint8Array): void {
    if (this.#outbox.over) return
    const refusal = this.#refusal(data)
    if (refusal === undefined) return this.#answer(data as string)
    const { coverage, world } = this.#host
    coverage.answered(coverage.start.with(['A-407']))
    if (isRuleInForce(world, 'unread-frames-close'))
      this.close(typeof data === 'string' ? 1009 : 1003, 'this frame is not read')
    else this.#outbox.send(errorText(NO_ID, refusal))
  }

  closed(): void {
    this.#outbox.end()
    for (const client of this.#waiting) client.end(true)
    this.#host.connections.delete(this)
  }

  close(code: number, reason: string): void {
    this.#outbox.close(code, reason)
    this.closed()
  }

  /** Refusal of a frame that is not read; the connection goes on. */
  #refusal(data: string | Uint8Array): RpcError | undefined {
    if (typeof data !== 'string') return invalid('this API takes text frames; the frame was binary')
    const max = findLimit(this.#host.world, 'request_body_bytes')
    if (utf8Length(data) <= max) return undefined
    return {
      ...rpcErrors.invalid_request,
      data: { error: 'request_too_large', limit: { name: 'request_body_bytes', max } },
    }
  }

  #answer(text: string): void {
    this.#answered = this.#written = 0
    const { batch, answers } = reply(text, this)
    const together = this.#gather()
    const isHeld = () => this.#isReversed && this.#together === together
    if (batch) {
      whenAll(answers, (all) => {
        const send = () => this.#outbox.sendBatch(this.#isReversed ? all.toReversed() : all, batchText)
        if (isHeld()) together.push(send)
        else send()
      })
      return
    }
    answers[0]!.when((answer) => {
      const send = () => this.#outbox.send(answer.text, answer.faults, answer.client)
      if (isHeld()) together.push(send)
      else if (answer.name === undefined) send()
      else this.#host.order.pass(`${answer.name} is answered`, send)
    })
  }

  get #isReversed(): boolean {
    return this.#host.world.settings.socket_answers === 'reversed'
  }

  /** Answers to the messages that arrive until the current task is over. They are sent then, the last one first. */
  #gather(): (() => void)[] {
    if (this.#together !== undefined) return this.#together
    const together: (() => void)[] = (this.#together = [])
    queueMicrotask(() => {
      this.#together = undefined
      for (const send of together.toReversed()) send()
    })
    return together
  }

  run(call: RpcCall, parts: JsonParts): Later<NamedAnswer> {
    if (this.#answered > MAX_BATCH_ANSWER) return this.#refuseCall(call, tooMuch)
    if (this.#written > MAX_BATCH_WRITES) return this.#refuseCall(call, tooManyWrites)
    const { order, kernel, world } = this.#host
    const { version } = world.state
    const later = new Later<NamedAnswer>()
    this.#perform(call, parts, (answer) => {
      this.#answered += answer.text?.length ?? 0
      this.#written += world.state.version - version + WRITES_FOR_A_CHANGE * (answer.changes ?? 0)
      const isNamed = findFeatures(this.#host).ordered && kernel.commands.has(call.method)
      later.settle(isNamed ? { ...answer, name: order.arrived(call.method, 'socket') } : answer)
    })
    return later
  }

  #perform(call: RpcCall, parts: JsonParts, done: (answer: CallAnswer) => void): void {
    const client = new Client()
    this.#waiting.add(client)
    client.onEnd(() => this.#waiting.delete(client))
    if (call.method !== AUTHENTICATE) {
      const sent = {
        ...call,
        opened: this.#opened,
        afterRefusal: this.#afterRefusal,
        joined: this.#together !== undefined,
      }
      return answerHeldCall(this.#host, this.#request, sent, parts, client, done)
    }
    const decided = (request: WireRequest | undefined) => {
      this.#afterRefusal = request === undefined
      if (request === undefined) return
      this.#request = request
      this.#opened = findCaller(this.#host, request)
    }
    done(answerAuthenticate(this.#host, this.#request, call, client, decided))
  }

  #refuseCall(call: RpcCall, failure: ApiError): Later<NamedAnswer> {
    const refuse = (): never => {
      throw failure
    }
    return new Later<NamedAnswer>(answerBy([refuseAgain, refuse], this.#host, this.#request, call))
  }

  refuse(id: RpcId, error: RpcError): Later<NamedAnswer> {
    return new Later<NamedAnswer>({ text: errorText(id, error), faults: undefined })
  }
}

function invalid(reason: string): RpcError {
  return { ...rpcErrors.invalid_request, data: { reason } }
}
