import type { Unit } from './unit/definition.ts'
import type { Identify, Kernel } from './host.ts'
import { createUnitRouter } from './rest/router.ts'

export function createKernel(units: readonly Unit[], identify: Identify): Kernel {
  const commands = new Map(units.filter(({ kind }) => kind === 'command').map((unit) => [unit.id, unit]))
  return { units, router: createUnitRouter(units), commands, identify }
}
