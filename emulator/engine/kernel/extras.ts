import { Extra } from '../checking/extra.ts'
import type { Path, Problem } from '../checking/problems.ts'
import type { Journal } from '../journal/journal.ts'
import type { Trace } from '../trace/trace.ts'
import type { Tracer } from '../trace/tracer.ts'
import type { exportState } from '../world/export.ts'
import type { importingState } from '../world/import.ts'
import type { World } from '../world/world.ts'
import type { CallOrder } from './call-order.ts'
import type * as changed from './changed-request.ts'
import type { Exchange } from './exchange.ts'
import type { Breaker, Host } from './host.ts'
import type { Modes } from './unspecified/modes.ts'
import type { WireRequest, WireResponse } from './wire.ts'

/** Breaks statements on purpose. */
export interface Breaking {
  readonly breakAnswer: Breaker
  /** Makes a request say something else. */
  readonly changeRequest: typeof changed.changeRequest
  readonly changedParams: typeof changed.changedParams
  /** What is wrong with an id that names no mutant. */
  unknownMutant(id: string, path: Path): Problem[]
  /** What a mutant does, as `answers no blob`; undefined where there is no such mutant. */
  breaks(id: string): string | undefined
}

/** Keeps the world at each entry of the journal. */
export interface Tracing {
  tracer(world: World, journal: Journal): Tracer<Exchange>
  trace(tracer: Tracer<Exchange>, journal: Journal): Trace
}

/** What few programs need, each handed in by `host/extras.ts`. */
export const breaking = new Extra<Breaking>('`broken`')
/** Lets calls be handled and answered in the order that a world has in its settings. */
export interface Ordering {
  order(world: World): CallOrder
  answerInOrder(host: Host, request: WireRequest): WireResponse | Promise<WireResponse>
}

export const ordering = new Extra<Ordering>('`settings.order`')
/** The state of a world as JSON. */
export const exporting = new Extra<typeof exportState>('`export()`')
/** Makes a world of an exported state. */
export const importing = new Extra<typeof importingState>('`state`')
export const tracing = new Extra<Tracing>('`trace`')
export const unspecifiedModes = new Extra<Modes>('`unspecified: warn`, `refuse` or `vary`')
