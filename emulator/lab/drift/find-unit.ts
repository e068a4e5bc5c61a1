import { isReading } from '../../engine/triggers/is-reading.ts'
import { createUnitRouter } from '../../engine/kernel/rest/router.ts'
import type { Unit } from '../../engine/kernel/unit/definition.ts'
import { catalog } from '../../service/catalog.ts'
import type { AskedCall, AskedHttp } from './asked.ts'

/** Fields of a request that identify its endpoint or command. */
export type UnitRequest = Pick<AskedHttp, 'via' | 'method' | 'path'> | Pick<AskedCall, 'via' | 'method'>

const router = createUnitRouter(catalog)
const commands = new Map(catalog.filter(({ kind }) => kind === 'command').map((unit) => [unit.id, unit]))

/** The endpoint or command of a request; undefined if there is none. */
export function findUnit(asked: UnitRequest): Unit | undefined {
  if (asked.via === 'socket') return commands.get(asked.method)
  return router.find(asked.method, asked.path.split('?', 1)[0]!)?.unit
}

/** Path parameters of a request, by name. */
export function findParams(asked: UnitRequest): Readonly<Record<string, string>> {
  if (asked.via === 'socket') return {}
  return router.find(asked.method, asked.path.split('?', 1)[0]!)?.params ?? {}
}

/** True for a unit that changes nothing, and for an unknown unit. */
export function isRead(unit: Unit | undefined): boolean {
  return unit === undefined || isReading(unit)
}
