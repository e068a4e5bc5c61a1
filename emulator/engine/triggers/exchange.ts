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

/** What triggers see of a request while it is answered, and what they leave on it. */
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
  /** What the transport is to do to the answer. */
  faults: Fault[] | undefined
  /** Names of the triggers that acted. */
  triggers: string[] | undefined
  /** Writes to the world that triggers made: they are not the request's own. */
  foreignWrites: number
  /** Changes that triggers tried to make, and mistakes in them. */
  changes: number
  header(name: string): string | undefined
  note(text: string): void
}
