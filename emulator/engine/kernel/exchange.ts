import type { Caller } from './caller.ts'
import type { Rule } from '../../contract/mutation.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { StatementId } from '../coverage/statements.ts'
import type { CitationSet } from '../coverage/citation-set.ts'
import type { Traced } from '../trace/timeline.ts'
import type { TriggerWork } from '../triggers/exchange.ts'
import type { Checkpoint } from '../world/history.ts'
import type { Rules } from '../world/rules.ts'
import type { World } from '../world/world.ts'
import type { Context } from './unit/context.ts'
import type { Unit } from './unit/definition.ts'
import type { ExchangeHost } from './exchange-host.ts'
import type { RpcCall } from './realtime/json-rpc.ts'
import type { JsonParts } from '../checking/json-parts.ts'
import type { Wait } from './gates.ts'
import type { Altered } from './redo.ts'
import type { Variation } from './unspecified/variation.ts'
import { type Client, findHeader, type WireRequest, type WireResponse } from './wire.ts'
import type { Fields } from '../checking/is-object.ts'

const nothing: Fields = Object.freeze({})

/** Call on a socket. */
export interface SocketCall extends RpcCall {
  /** Counts of the whole message. */
  readonly parts: JsonParts
  /** True for a notification, which is not answered. */
  silent: boolean
  /** Caller to whom the credentials of the socket belonged when they were given. */
  readonly opened?: Caller | undefined
  /** True after credentials that `session.authenticate` refused. */
  readonly afterRefusal?: boolean
}

/** Request and its answer while it is being made; also the context that the unit sees. */
export class Exchange implements Context {
  readonly host: ExchangeHost
  readonly world: World
  request: WireRequest
  /** Call on a socket; undefined for a request over HTTP. */
  readonly call: SocketCall | undefined
  /** Real time of the stopwatch, world time and version of the world when the request came. */
  readonly start: { readonly real: number; readonly world: number; readonly version: number }
  /** Client that waits for the answer; undefined where nobody does, as in a repetition by the control API. */
  readonly client: Client | undefined
  unit: Unit | undefined = undefined
  /** Parameters of the path as they were sent: `me` is still `me`. */
  path: Readonly<Record<string, string>> = noPath
  params: Fields = nothing
  query: Fields = nothing
  body: Fields = nothing
  identified: Caller | ApiError | undefined = undefined
  /** Fields of the answer beside `status`. */
  result: unknown = undefined
  failure: ApiError | undefined = undefined
  response: WireResponse | undefined = undefined
  /** Statements that this answer shows. */
  citations: CitationSet
  /** Statements that a refusal shows as well; the others are about work that a refusal does not do. */
  #kept: CitationSet
  /** Statements by which the request passed a check; a refusal for another reason does not show them. */
  passed: CitationSet
  /** Notes that help to debug a request, such as ignored parameters and near misses. */
  notes: string[] | undefined = undefined
  /** Answer of the hook `beside`, for a request that is not one of the API. Throws where the hook failed. */
  readonly beside: (() => WireResponse) | undefined
  /** State of `trace: true`. */
  traced: Traced | undefined = undefined
  /** State of triggers. */
  triggered: TriggerWork | undefined = undefined
  /** Its wait at gates; undefined for one that no gate can hold. */
  wait: Wait | undefined = undefined
  /** Number of its entry in the journal, where it has one while its answer is held. */
  entry: number | undefined = undefined
  answersEmptyPage = false
  /** Rules that triggers gave it. */
  under: Rules | undefined = undefined
  /** Milliseconds of world time by which a read is stale. */
  staleMs = 0
  /** State of `settings.broken` and `settings.otherwise`. */
  altered: Altered | undefined = undefined
  /** True for an unpaginated listing that was cut, and not filtered. */
  isCut = false
  /** State of `unspecified: vary`. */
  variation: Variation | undefined = undefined

  constructor(
    host: ExchangeHost,
    request: WireRequest,
    client?: Client,
    call?: SocketCall,
    beside?: () => WireResponse,
  ) {
    this.host = host
    this.beside = beside
    this.client = client
    this.world = host.world
    this.request = request
    this.call = call
    this.start = { real: host.stopwatch(), world: host.world.now, version: host.world.state.version }
    this.citations = this.#kept = this.passed = host.coverage.start
  }

  /** Way in: over HTTP, or as a call on a socket. */
  get via(): 'http' | 'socket' {
    return this.call === undefined ? 'http' : 'socket'
  }

  get caller(): Caller {
    return this.identified as Caller
  }

  header(name: string): string | undefined {
    return findHeader(this.request.headers, name)
  }

  mark(): Checkpoint | undefined {
    return this.host.tracer?.checkpoint()
  }

  cite(...ids: StatementId[]): void {
    for (const id of ids) this.citations = this.citations.with(id)
  }

  /** Cites a statement that a refusal shows as well. */
  citeAlways(id: StatementId): void {
    this.citations = this.citations.with(id)
    this.#kept = this.#kept.with(id)
  }

  /** Cites a statement by which the request passes a check. An alternative to it acts on refusals, too. */
  citePassed(id: StatementId): void {
    this.citations = this.citations.with(id)
    this.passed = this.passed.with(id)
  }

  /** Keeps the citations so far, whatever becomes of the request. */
  keepCitations(): void {
    this.#kept = this.citations
  }

  /**
   * Turns a thrown value into a refusal. A defect of the emulator becomes `internal_error`, and its text is not sent.
   * Citations of a success are taken back, and for an answer that a trigger made up, all but its own.
   */
  refuse(thrown: unknown): void {
    const failure = thrown instanceof ApiError ? thrown : new ApiError('internal_error', undefined, { cause: thrown })
    this.failure = failure
    this.response = undefined
    if (!failure.injected) return this.dropCitations()
    this.clearCitations()
    this.cite(...(failure.cites ?? []))
  }

  /** Takes back the citations since `keepCitations`. */
  dropCitations(): void {
    this.citations = this.#kept
  }

  /** Takes back all citations. */
  clearCitations(): void {
    this.citations = this.host.coverage.start
  }

  /** Checks that a rule of the kernel holds in place of another one (`settings.otherwise`). */
  follows(rule: Rule): boolean {
    return this.altered?.redo?.rules?.includes(rule) ?? false
  }

  note(text: string): void {
    ;(this.notes ??= []).push(text)
  }
}

const noPath: Readonly<Record<string, string>> = Object.freeze({})
