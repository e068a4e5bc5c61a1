import type { Caller } from './caller.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { StatementId } from '../coverage/statements.ts'
import type { CitationSet } from '../coverage/citation-set.ts'
import type { DueWork } from '../trace/done-work.ts'
import type { Checkpoint } from '../world/history.ts'
import type { World } from '../world/world.ts'
import type { Context } from './unit/context.ts'
import type { Unit } from './unit/definition.ts'
import { failedDelivery, type Fault } from '../faults/registry.ts'
import type { Host } from './host.ts'
import type { RpcCall } from './realtime/json-rpc.ts'
import type { JsonParts } from '../checking/json-parts.ts'
import type { Redo } from './redo.ts'
import { refuseAssumedCode } from './unspecified/refusals.ts'
import { Variation } from './unspecified/variation.ts'
import { headerOf, type WireRequest, type WireResponse } from './wire.ts'

type Values = Readonly<Record<string, unknown>>
const nothing: Values = Object.freeze({})

/** A call on a socket. */
export interface SocketCall extends RpcCall {
  /** Contents of the whole message. */
  readonly parts: JsonParts
  /** A notification, which is not answered. */
  silent: boolean
}

/** One request and its answer while they are being made; also the context that the unit sees. */
export class Exchange implements Context {
  readonly host: Host
  readonly world: World
  request: WireRequest
  /** How the request came: over HTTP, or as a call on a socket. */
  readonly via: 'http' | 'socket'
  readonly startedAt: number
  readonly worldStart: number
  /** Writes that the world had seen when it came. */
  readonly versionBefore: number
  /** Chance for this answer, where the world varies what is unspecified. */
  readonly variation: Variation | undefined
  unit: Unit | undefined = undefined
  params: Values = nothing
  query: Values = nothing
  body: Values = nothing
  bytes: Uint8Array = noBytes
  /** The call, where it came on a socket. */
  readonly call: SocketCall | undefined
  /** In which other way it is done than it was sent. */
  readonly redo: Redo | undefined
  subject: unknown = undefined
  identified: Caller | ApiError | undefined = undefined
  /** Fields of the answer beside `status`. */
  result: unknown = undefined
  failure: ApiError | undefined = undefined
  response: WireResponse | undefined = undefined
  faults: Fault[] | undefined = undefined
  /** The world before it, where it is traced. */
  before: Checkpoint | undefined = undefined
  /** Work that fell due because its write moved world time, where the world is traced. */
  due: readonly DueWork[] = noWork
  /** Writes to the world that triggers made: they are not the request's own. */
  foreignWrites = 0
  changes = 0
  /** The statements that this answer shows. */
  citations: CitationSet
  /** Those that a refusal shows as well: the rest speak of what was done, and a refusal did nothing. */
  #kept: CitationSet
  /** Parameters of the path as they were sent: `me` is still `me`. */
  path: Readonly<Record<string, string>> = noPath
  /** Query parameters that look like pagination and were ignored. */
  ignoredPaging: Record<string, string> | undefined = undefined
  /** Names of the triggers that acted on it. */
  triggers: string[] | undefined = undefined
  /** The mutant that the world carried out on this answer (settings.broken). */
  broken: string | undefined = undefined
  /** What a person debugging would want to know: ignored parameters, near misses. */
  notes: string[] | undefined = undefined
  /** The defect behind an `internal_error`; never sent. */
  defect: unknown = undefined

  constructor(host: Host, request: WireRequest, via: 'http' | 'socket', redo?: Redo, call?: SocketCall) {
    this.host = host
    this.world = host.world
    this.request = request
    this.via = via
    this.startedAt = host.stopwatch()
    this.redo = redo
    this.call = call
    this.worldStart = host.world.now
    this.versionBefore = host.world.state.version
    this.citations = this.#kept = host.coverage.start
    const { settings, seed } = host.world
    this.variation = settings.unspecified === 'vary' ? new Variation(seed, host.varied.requests++) : undefined
  }

  get caller(): Caller {
    return this.identified as Caller
  }

  header(name: string): string | undefined {
    return headerOf(this.request.headers, name)
  }

  cite(...ids: StatementId[]): void {
    for (const id of ids) this.citations = this.citations.with(id)
  }

  /** What was cited so far holds whatever becomes of the request. */
  keepCitations(): void {
    this.#kept = this.citations
  }

  /**
   * Makes a refusal of what was thrown: a defect of our own becomes `internal_error`, its text kept off the wire. Statements of a success
   * are shown no more, and an answer that a trigger made up shows none at all.
   */
  refuse(thrown: unknown): void {
    this.failure = this.#asRefusal(thrown)
    this.response = undefined
    this.citations = this.failure.injected ? this.host.coverage.start : this.#kept
  }

  #asRefusal(thrown: unknown): ApiError {
    if (!(thrown instanceof ApiError)) this.defect = thrown
    const failure = thrown instanceof ApiError ? thrown : new ApiError('internal_error')
    return this.world.settings.unspecified === 'refuse' ? refuseAssumedCode(this, failure) : failure
  }

  /** The answer is made: a success shows what every success of its unit does, too. */
  citeUnit(): void {
    const { unit, failure } = this
    if (unit !== undefined && failure === undefined) this.citations = this.citations.with(unit.statements)
  }

  /** Counts what the answer shows. Nobody sees one that is not sent or is lost on its way, and of one to HEAD nobody sees the body. */
  conclude(): void {
    if (this.call?.silent === true || (this.faults !== undefined && failedDelivery(this.faults) !== undefined))
      this.citations = this.host.coverage.start
    else if (this.request.method === 'HEAD') this.citations = this.#kept
    this.host.coverage.answered(this.citations)
  }

  note(text: string): void {
    ;(this.notes ??= []).push(text)
  }
}

const noBytes = new Uint8Array(0)
const noPath: Readonly<Record<string, string>> = Object.freeze({})
const noWork: readonly DueWork[] = []
