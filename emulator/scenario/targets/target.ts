/** Targets of a replay. */
import type { Change } from '../../engine/matching/schema-common.ts'
import type { NamedKeys } from '../../engine/matching/schema-keys.ts'
import type { ReleaseWith } from '../../host/hold.ts'
import type { Timers } from '../../host/real-timers.ts'
import type { TimelineEntry } from '../../engine/journal/journal-entry.ts'
import type { World } from '../../engine/world/world.ts'

export interface HttpRequest {
  method: string
  /** Below the API URL, with the query. */
  path: string
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array | undefined
  /** Real milliseconds. */
  timeout: number
  /** Gives the request up. */
  signal?: AbortSignal | undefined
}

export interface HttpAnswer {
  outcome: 'answered' | 'no_answer' | 'cut'
  /** The reason why there is no whole answer. */
  reason?: string
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  bytes: Uint8Array
}

/** One end of a socket that carries text frames. */
export interface TargetWire {
  send(text: string): void
  close(): void
}

/** Events of a socket; `failed` when it never opened. */
export interface WireEvents {
  text(text: string): void
  closed(code: number, reason: string): void
  failed(reason: string): void
}

/** Credentials of a caller, as headers; empty for none. */
export type KeyHeaders = Readonly<Record<string, string>>

export interface ClauseCount {
  id: string
  count: number
}

/** The control API of an emulator, as a replay uses it. */
export interface EmulatorControls {
  /** `step` is the step that makes the change, for the journal: `step 3 of orders.yaml`. */
  change(change: Change, step: string): void | Promise<void>
  /** Both in milliseconds; a time in the past is refused. Without a step the move is not an entry. */
  advance(milliseconds: number, step: string | undefined): void | Promise<void>
  now(): number | Promise<number>
  /**
   * Releases the oldest request at a gate; waits for one if there is none. Rejects if none comes within `timeout` real
   * milliseconds, and for faults that cannot act on it.
   */
  release(gate: string, faults: ReleaseWith, timeout: number): Promise<void>
  /** Releases all held requests. Returns a message about each. */
  letGo(): readonly string[] | Promise<readonly string[]>
  /** Counts of clauses so far, or of `ids`. Clauses with count 0 may be missing. */
  clauses(ids?: readonly string[]): readonly ClauseCount[] | Promise<readonly ClauseCount[]>
  /** Clauses that an emulator of another release does not have, or has under an id that is unknown here. */
  readonly unknownClauses?: ReadonlySet<string>
  /** Triggers with how often they fired. */
  triggers(): readonly TargetTriggerReport[] | Promise<readonly TargetTriggerReport[]>
  /** Number of the entry of the journal that was recorded last. */
  lastEntry(): number | Promise<number>
  /** The number of the last entry, if it is known without waiting. */
  lastNow?(): number
  /** Entries after the one with this number that the journal still has. */
  journal(after: number): JournalPart | Promise<JournalPart>
  /** A copy of the world in which pending work is done. */
  withPendingWorkDone(): World | Promise<World>
}

interface JournalPart {
  /** Exchanges, changes that no request made, and work that fell due while the world is traced. */
  readonly entries: readonly TimelineEntry[]
  /** Number of the entry that was recorded last: with fewer entries than lead to it, some are no longer kept. */
  readonly last: number
}

interface TargetTriggerReport {
  name: string
  fired: number
  optional: boolean
  /** The reason why its last change failed. */
  problem?: string | undefined
  /** The reason why it never fired. */
  notFired?: string | undefined
}

/** Several programs that reach one world, each at an address of its own. Their calls are let go in an order. */
export interface SideBySide {
  readonly served: readonly { apiUrl: string; realtimeUrl: string }[]
  /** Resolves when all have ended; to true if all repeat themselves and nothing is due. */
  readonly over: Promise<boolean>
  /** Notes that a program has ended. */
  ended(place: number): void
  close(): void
}

export interface Target {
  /** `in process`, or the URL. */
  readonly name: string
  request(request: HttpRequest): Promise<HttpAnswer>
  /** Opens a socket. Resolves when it is open or has failed. `late`: aborts when nobody waits for it any more. */
  connect(credentials: KeyHeaders, events: WireEvents, late?: AbortSignal): Promise<TargetWire>
  readonly controls: EmulatorControls | undefined
  /** How time passes while an answer is awaited. */
  readonly timers: Timers
  /** Where a client can reach it, starting a server if there is none. Undefined when it cannot be served. */
  serve?(): Promise<{ apiUrl: string; realtimeUrl: string }>
  /** Addresses of programs that run side by side; `order` has the place of each next call, from 0. */
  serveBeside?(count: number, order: readonly number[]): Promise<SideBySide>
  /** The secret behind one that the scenario names; requests and sockets put it in by themselves. */
  secret?(name: string): string
  /** Takes note of a scenario's named keys; answers the names for which it has no secret. */
  learn?(keys: NamedKeys): string[]
  close(): Promise<void>
}
