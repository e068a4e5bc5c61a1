import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { Emulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import { type ArrangedWorld, arrange } from '../../engine/world/arrange.ts'
import { tracedAt } from './journal-query.ts'

interface StateMoment {
  readonly at?: string | undefined
  readonly when?: 'before' | 'after' | undefined
}

/** The tables now, or as they were at an entry. */
export function tablesAt(emulator: Emulator, { at, when }: StateMoment): ArrangedWorld {
  if (at !== undefined) {
    const { trace, number } = tracedAt(emulator, at)
    return trace.stateAt(number, when)
  }
  if (when !== undefined) throw new EmulatorError('query parameter when: requires `at`, the number of an entry')
  return arrange(hostOf(emulator).world)
}
