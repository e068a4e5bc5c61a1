import { ApiError } from '../../contract/api-error.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import { failedDeliveries } from '../faults/definition.ts'
import type { CitationSet } from '../coverage/citation-set.ts'
import type { Fault } from '../faults/registry.ts'
import { resolvedMe } from '../matching/request-values.ts'
import type { Change } from '../matching/schema-common.ts'
import type { Pending } from '../world/tables/pending.ts'
import type { ApiKey } from '../world/tables/api-keys.ts'
import type { Rules } from '../world/rules.ts'
import type { User } from '../world/tables/users.ts'
import type { Fields } from '../checking/is-object.ts'

/** Fields of an endpoint or a command that the journal uses. */
export interface JournaledUnit {
  readonly kind: 'endpoint' | 'command'
  readonly id: string
  readonly path: string
  readonly engine: string | undefined
  readonly transfer: 'upload' | 'download' | undefined
  /** Body fields that are hidden. */
  readonly secrets: readonly string[]
}

interface JournaledRequest {
  readonly method: string
  readonly url: string
  /** Alternating names and values. */
  readonly headers: readonly string[]
  readonly body: Uint8Array | null
  /** Remark about its way here. */
  readonly note?: string
}

export interface JournaledResponse {
  readonly status: number
  /** Alternating names and values. */
  readonly headers: readonly string[]
  readonly body: string | Uint8Array | null
  readonly faults?: readonly Fault[] | undefined
}

/** Code of a refusal. `escaped` is not a code of the API: the request missed the mocked address. */
export type FailureCode = ErrorCode | 'escaped'

interface JournaledFailure {
  readonly code: FailureCode
  readonly message: string
  readonly injected: boolean
  /** Defect behind an `internal_error`; never sent. */
  readonly cause?: unknown
  /** The answer of something in front of the API, which has no error code of the API. */
  readonly foreign?: { readonly status: number } | undefined
}

/** Changes by triggers before or after a request. */
export interface TriggeredChanges {
  /** Each change with the name of its trigger. */
  readonly made: readonly { readonly name: string; readonly change: Change }[]
  /** World time before them. */
  readonly at: number
}

interface TriggeredWork {
  readonly names: readonly string[]
  readonly early: TriggeredChanges | undefined
  readonly late: TriggeredChanges | undefined
}

/** Wait of a request at gates. */
interface JournaledWait {
  /** Real time of the stopwatch and world time at its arrival. */
  readonly start: { readonly real: number; readonly world: number }
  /** Number of its entry, from its first gate on. */
  readonly entry: number | undefined
  /** True while it waits. */
  readonly isHeld: boolean
  /** Real milliseconds that it has waited. */
  readonly ms: number
}

/** A finished exchange, or one that waits at a gate, as the journal reads it. */
export interface JournaledExchange {
  readonly via: 'http' | 'socket'
  readonly unit: JournaledUnit | undefined
  readonly params: Fields
  /** Parameters of a call. */
  readonly body: Fields
  readonly request: JournaledRequest
  readonly response: JournaledResponse | undefined
  /** The call, if it came on a socket. The answer to a silent one, a notification, is not sent. */
  readonly call: { readonly silent: boolean } | undefined
  readonly identified:
    | { readonly user: User; readonly human: User | null; readonly key: ApiKey | null }
    | ApiError
    | undefined
  readonly failure: JournaledFailure | undefined
  readonly citations: CitationSet
  /** The answer of the hook `beside`, for a request that is not one of the API. */
  readonly beside: unknown
  readonly triggered: TriggeredWork | undefined
  readonly under: Rules | undefined
  /** Undefined for a request that no gate could hold. */
  readonly wait: JournaledWait | undefined
  readonly notes: readonly string[] | undefined
  /** Real time of the stopwatch and world time at its arrival. */
  readonly start: { readonly real: number; readonly world: number }
  readonly world: { readonly now: number }
  readonly host: { readonly stopwatch: () => number; readonly copy?: string | undefined }
}

/** Deliveries of answers that did not arrive whole, or have not yet. */
export const unusualDeliveries = [...failedDeliveries, 'held', 'gave up'] as const
export type UnusualDelivery = (typeof unusualDeliveries)[number]

/** An exchange as the journal keeps it: with its secrets, and not yet rendered. */
export interface KeptExchange {
  /** Number in order of arrival, from 1; never reused, not even after `clear`. */
  readonly number: number
  readonly via: 'http' | 'socket'
  readonly unit: JournaledUnit | undefined
  readonly params: Fields
  /** Parameters of a call on a socket; the body of an HTTP request is in `request`. */
  readonly call: Fields | undefined
  readonly request: JournaledRequest
  readonly response: JournaledResponse | undefined
  /** Part of the answer that was made but not sent. */
  readonly unsent: 'body' | 'all' | undefined
  /** True if the hook `beside` answered it. */
  readonly isBeside: boolean
  readonly user: User | undefined
  readonly human: User | null
  /** Id of the API key that came with it. */
  readonly key: string | undefined
  /** Client that made it, where several share the world. */
  readonly copy: string | undefined
  readonly failure: JournaledFailure | undefined
  readonly citations: CitationSet
  readonly triggers: readonly string[]
  /** Rules that triggers gave it. */
  readonly under: Rules | undefined
  readonly notes: readonly string[] | undefined
  /** World time of its arrival and its answer, in milliseconds since 1970. */
  readonly worldStart: number
  readonly worldEnd: number
  /** Real time of the stopwatch at its arrival, and at that of the request before it, in milliseconds. */
  readonly arrived: number
  readonly arrivedBefore: number | undefined
  /** Real milliseconds that the work took; without a real clock, only those at gates. */
  readonly took: number
  /** Real milliseconds of it that it was held at gates. */
  readonly heldMs: number
  /** `held` while it waits at a gate, `gave up` once its client left without the whole answer. */
  readonly state: 'held' | 'gave up' | undefined
  /** Real milliseconds after its last record at which its client gave up. */
  readonly leftAfter: number | undefined
  /** Approximate bytes of the bodies: one for each UTF-16 unit of a text. */
  readonly bytes: number
}

/** Due work, as the journal keeps it. */
export interface KeptWork {
  readonly number: number
  readonly via: 'time'
  readonly work: Pending
  /** World time at which it was done, in milliseconds since 1970. */
  readonly at: number
  /** Number of further pieces of work without an entry of their own. */
  readonly more: number
  readonly bytes: 0
}

/** Makers of changes that no request made. */
export const changeMakers = ['step', 'trigger', 'test', 'control', 'inspector', 'watch'] as const

/** Cause of a change that no request made. */
export interface Cause {
  readonly via: (typeof changeMakers)[number]
  /** `world.users.delete`, `POST /clock`, `change`. */
  readonly unit: string
  /** One line without secrets: `test: emulator.world.users.delete('ben')`. */
  readonly did: string
}

/** A change that no request made, as the journal keeps it. */
export interface KeptChange extends Cause {
  readonly number: number
  /** World time before it, in milliseconds since 1970. */
  readonly at: number
  /** Triggers that made it, and the number of the request at which they acted. */
  readonly triggers: readonly string[]
  readonly of: number | undefined
  /** Number of further changes without an entry of their own. */
  readonly more: number
  /** True if it took the world to a state that does not follow from its own. */
  readonly isJump: boolean
  readonly bytes: 0
}

export type KeptEntry = KeptExchange | KeptWork | KeptChange

/** True for a request or a call, false for due work and for changes that no request made. */
export function isExchange(entry: KeptEntry): entry is KeptExchange {
  return entry.via === 'http' || entry.via === 'socket'
}

/** True for a change with this cause, apart from its arguments. */
export function isLike({ via, unit }: Cause, entry: KeptEntry | undefined): entry is KeptChange {
  return entry?.via === via && entry.unit === unit
}

export function keepExchange(
  number: number,
  exchange: JournaledExchange,
  arrivedBefore: number | undefined,
): KeptExchange {
  const { via, unit, params, request, response, identified, failure, citations, notes, wait } = exchange
  const start = wait?.start ?? exchange.start
  const caller = identified instanceof ApiError ? undefined : identified
  return {
    number,
    via,
    unit,
    params: resolvedMe(params, caller), // A request that was refused before its work has `me` in its path.
    request,
    response,
    failure,
    citations,
    notes,
    triggers: exchange.triggered?.names ?? [],
    under: exchange.under,
    worldStart: start.world,
    unsent: exchange.call?.silent === true ? 'all' : request.method === 'HEAD' && via === 'http' ? 'body' : undefined,
    call: via === 'socket' ? exchange.body : undefined,
    isBeside: exchange.beside !== undefined,
    user: caller?.user,
    human: caller?.human ?? null,
    key: caller?.key?.id,
    copy: exchange.host.copy,
    worldEnd: exchange.world.now,
    arrived: start.real,
    arrivedBefore,
    took: Math.max(exchange.host.stopwatch() - start.real, wait?.ms ?? 0),
    heldMs: wait?.ms ?? 0,
    state: wait?.isHeld === true ? 'held' : undefined,
    leftAfter: undefined,
    bytes: (request.body?.length ?? 0) + (response?.body?.length ?? 0),
  }
}
