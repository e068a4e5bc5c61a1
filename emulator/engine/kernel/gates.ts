import type { Fault } from '../faults/registry.ts'
import type { TriggeredExchange, TriggerWait } from '../triggers/exchange.ts'

/** A request that waits at a gate. */
export interface HeldRequest {
  readonly via: 'http' | 'socket'
  /** `GET /users/me`, or the name of a command. */
  readonly call: string
  /** Number of its entry in the journal; undefined if the journal is off. */
  readonly entry: number | undefined
  /** Lets it go on, with faults for its answer. */
  go(faults: readonly Fault[]): void
}

/** A place at which requests wait. */
export interface CallGates {
  /** Takes a request in. Returns a function that takes it out, for a client that gave up. */
  hold(request: HeldRequest): () => void
}

/** Gates of a world. */
export interface Holds {
  /** Open gates by id. */
  readonly gates: ReadonlyMap<string, CallGates>
  /** Gates that hold a request on its arrival, and with its answer; counts it as a match of each. */
  find(exchange: TriggeredExchange): { readonly before: readonly CallGates[]; readonly after: readonly CallGates[] }
  /** Finds the gate of a trigger (`do: { hold: name }`), or opens it. */
  named(name: string): CallGates
}

/** Wait of a request at gates, shared by all attempts to answer it. */
export interface Wait extends TriggerWait {
  /** Real time of the stopwatch and world time at its arrival. */
  readonly start: { readonly real: number; readonly world: number }
  /** Number of its entry, from its first gate on. */
  entry: number | undefined
  /** True while the answer waits. */
  isHeld: boolean
  /** Real milliseconds that it has waited. */
  ms: number
  /** Faults of its releases. */
  readonly faults: Fault[]
}
