import type { ApiError } from '../../contract/api-error.ts'
import type { Change } from '../matching/schema-common.ts'
import type { Fault } from '../faults/registry.ts'
import type { Checkpoint } from '../world/history.ts'
import type { Rules } from '../world/rules.ts'
import type { User } from '../world/tables/users.ts'
import type { World } from '../world/world.ts'
import type { Fields } from '../checking/is-object.ts'

/** Fields of an endpoint or a command that triggers use. */
export interface TriggeredUnit {
  readonly kind: 'endpoint' | 'command'
  readonly id: string
  readonly method: string
  readonly path: string
  readonly engine: string | undefined
  readonly transfer: 'upload' | 'download' | undefined
  readonly page: { readonly kind: string } | undefined
}

/** Changes that triggers made before or after a request was handled. */
export interface MadeChanges {
  /** Each change with the name of its trigger. */
  readonly made: { readonly name: string; readonly change: Change }[]
  /** World time before them. */
  readonly at: number
  /** In a traced world: the world before the first change, or after the last one where the request is handled next. */
  mark: Checkpoint | undefined
}

/** Effect of triggers on one exchange. */
export interface TriggerWork {
  /** Names of the triggers that acted. */
  readonly names: readonly string[]
  /** Faults for the transport to apply to the answer. */
  readonly faults: readonly Fault[]
  /** Writes to the world, in addition to the request's own. */
  readonly writes: number
  /** Changes of the world before the request was handled, and after. */
  readonly early: MadeChanges | undefined
  readonly late: MadeChanges | undefined
  /** Attempted changes, including failed ones. */
  readonly changes: number
  /** Rules under which the request is to be answered. */
  readonly under: Rules | undefined
}

/** Wait of a request at gates, as triggers see it. */
export interface TriggerWait {
  /** Ids of triggers, with what was decided about the request on its arrival. */
  readonly decided: Map<string, boolean>
  /** Names of the gates at which triggers hold the answer. */
  readonly after: string[]
}

/** A request that is being answered, as triggers see it. */
export interface TriggeredExchange {
  readonly world: World
  readonly via: 'http' | 'socket'
  /** `copy`: the client of several at once that asks. */
  readonly host: { readonly copy?: string | undefined }
  readonly request: { readonly method: string; readonly url: string; readonly body: Uint8Array | null }
  readonly unit: TriggeredUnit | undefined
  /** Path parameters. */
  readonly params: Fields
  /** Parameters of a call. */
  readonly body: Fields
  readonly identified: { readonly user: User } | ApiError | undefined
  /** Fields of the answer beside `status`. */
  readonly result: unknown
  /** Undefined in a world without triggers. */
  triggered: TriggerWork | undefined
  /** Undefined for a request that no gate can hold. */
  readonly wait: TriggerWait | undefined
  /** True where a listing with a cursor is to answer an empty page. */
  answersEmptyPage: boolean
  /** Milliseconds of world time by which a read is stale. */
  staleMs: number
  header(name: string): string | undefined
  note(text: string): void
  /** The world as it is; undefined in a world without a trace. */
  mark(): Checkpoint | undefined
}

/** Id of the operation or the execution that the request started. */
export function readStarted({ result }: TriggeredExchange): string | undefined {
  const { operation, execution } = (result ?? {}) as { operation?: { id?: string }; execution?: { id?: string } }
  return (operation ?? execution)?.id
}
