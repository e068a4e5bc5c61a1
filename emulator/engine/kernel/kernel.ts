import type { ApiError } from '../../contract/api-error.ts'
import type { StatementId } from '../coverage/statements.ts'
import type { World } from '../world/world.ts'
import type { Caller } from './caller.ts'
import { createUnitRouter, type Router } from './rest/router.ts'
import type { Unit } from './unit/definition.ts'

/** Credentials of a request, and the answer that shows how they were read. */
export interface Credentials {
  readonly world: World
  readonly via: 'http' | 'socket'
  header(name: string): string | undefined
  cite(...ids: StatementId[]): void
}

/** Finds the caller; an `ApiError` says why the credentials are wrong. */
export type Identify = (credentials: Credentials) => Caller | ApiError

/** Units and the way callers are found: constant while a program runs. */
export interface Kernel {
  readonly units: readonly Unit[]
  readonly router: Router
  /** Commands by the method that a call names. */
  readonly commands: ReadonlyMap<string, Unit>
  readonly identify: Identify
}

export function createKernel(units: readonly Unit[], identify: Identify): Kernel {
  const commands = new Map(units.filter(({ kind }) => kind === 'command').map((unit) => [unit.id, unit]))
  return { units, router: createUnitRouter(units), commands, identify }
}
