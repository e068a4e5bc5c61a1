import type { CallOrder } from './call-order.ts'
import type { Caller } from './caller.ts'
import type { ApiError } from '../../contract/api-error.ts'
import type { Tracer } from '../trace/tracer.ts'
import type { Coverage } from '../coverage/coverage.ts'
import type { ObservedAssumptions } from '../coverage/observed.ts'
import type { World } from '../world/world.ts'
import type { HandedOut } from './handed-out.ts'
import type { Unit } from './unit/definition.ts'
import type { Exchange } from './exchange.ts'
import type { SocketOpenings } from './realtime/socket-openings.ts'
import type { Attempt } from './redo.ts'
import type { Router } from './rest/router.ts'

/** Credentials of a request, and the answer that shows how they were read. */
export type Credentials = Pick<Exchange, 'world' | 'via' | 'header' | 'cite'>

/** Finds the caller; an `ApiError` says why the credentials are none. */
export type Identify = (credentials: Credentials) => Caller | ApiError

/** Acts on exchanges (triggers). Whatever either throws is answered as a refusal. */
export interface Interceptor {
  /** Runs once the caller is identified; a refusal from here keeps the handler from running. */
  before(exchange: Exchange): void
  /** Runs after the answer is made; a refusal from here takes its place, and what the handler did stands. */
  after(exchange: Exchange): void
}

/** Breaks a statement that an answer rests on, in worlds whose settings ask for it. */
export type Breaker = (exchange: Exchange, attempt: Attempt) => Exchange

/** Keeps what came in and what went out. */
export interface Recorder {
  record(exchange: Exchange): void
}

/** What never changes while a program runs: the units and how callers are found. */
export interface Kernel {
  readonly units: readonly Unit[]
  readonly router: Router
  /** By the method that a call names. */
  readonly commands: ReadonlyMap<string, Unit>
  readonly identify: Identify
}

/** An open socket, whatever carries it. */
export interface OpenConnection {
  close(code: number, reason: string): void
}

/** One world with its own coverage, journal and triggers: what an exchange takes place in. */
export interface Host {
  readonly kernel: Kernel
  readonly world: World
  readonly coverage: Coverage
  readonly journal: Recorder | undefined
  /** Keeps the world before and after each entry of the journal. */
  readonly tracer: Tracer<Exchange> | undefined
  readonly interceptor: Interceptor | undefined
  /** Carries `settings.broken` out. */
  readonly breaker: Breaker
  readonly explain: boolean
  readonly cors: boolean
  /** Open connections: each adds itself when it opens and removes itself when it closes, so that a world can close its own. */
  readonly connections: Set<OpenConnection>
  /** Requests whose answers were varied so far (`unspecified: vary`). */
  readonly varied: { requests: number }
  /** Positions of the assumptions that answers relied on so far (`unspecified: warn`). */
  readonly reliedOn: Set<number>
  /** Assumptions that facts of a service settle. */
  observed: ObservedAssumptions
  /** Page tokens that were answered. */
  handedOut: HandedOut
  /** In which order calls that are under way together are handled and answered. */
  readonly order: CallOrder
  /** What becomes of the sockets that clients open. */
  readonly openings: SocketOpenings
  /** Takes one line for each new assumption that an answer relies on (`unspecified: warn`). */
  readonly warn: (line: string) => void
  /** Real milliseconds, for durations only. */
  readonly stopwatch: () => number
}
