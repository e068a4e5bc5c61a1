import type { ApiError } from '../../contract/api-error.ts'
import type { Fault } from '../faults/registry.ts'
import type { User } from '../world/tables/users.ts'
import type { World } from '../world/world.ts'

export type Values = Readonly<Record<string, unknown>>

/** What triggers need to know of an endpoint or a command. */
export interface TriggeredUnit {
  readonly kind: 'endpoint' | 'command'
  readonly id: string
  readonly method: string
  readonly path: string
  readonly engine: string | undefined
  readonly transfer: 'upload' | 'download' | undefined
}

/** Work of triggers on one exchange. */
export interface TriggerWork {
  /** Names of the triggers that acted. */
  readonly names: readonly string[]
  /** Things that the transport is to do to the answer. */
  readonly faults: readonly Fault[]
  /** Writes to the world, which are not the request's own. */
  readonly writes: number
  /** Changes that were tried, and mistakes in them. */
  readonly changes: number
}

/** Request as triggers see it while it is answered. */
export interface TriggeredExchange {
  readonly world: World
  readonly via: 'http' | 'socket'
  readonly request: { readonly url: string; readonly body: Uint8Array | null }
  readonly unit: TriggeredUnit | undefined
  /** Of the path. */
  readonly params: Values
  /** Of a call. */
  readonly body: Values
  readonly identified: { readonly user: User } | ApiError | undefined
  /** Fields of the answer beside `status`. */
  readonly result: unknown
  /** Undefined in a world without triggers. */
  triggered: TriggerWork | undefined
  header(name: string): string | undefined
  note(text: string): void
}
