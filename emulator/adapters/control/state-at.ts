import * as v from 'valibot'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { Emulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import { type ArrangedWorld, arrange } from '../../engine/world/arrange.ts'
import { tracedAt } from './journal-query.ts'

export const whenSchema = v.pipe(
  v.picklist(['before', 'after']),
  v.description('Before the entry, or after it (default).'),
)

/** Parameters of a query that asks for the state at an entry of the journal. */
export const momentQuery = {
  at: v.optional(
    v.pipe(v.string(), v.description('Number of an entry of the journal: the state as it was there. Default: now.')),
  ),
  when: v.optional(whenSchema),
}

interface Moment {
  readonly at?: string | undefined
  readonly when?: 'before' | 'after' | undefined
}

/** The tables now, or as they were at an entry. */
export function tablesAt(emulator: Emulator, { at, when }: Moment): ArrangedWorld {
  if (at !== undefined) {
    const { trace, number } = tracedAt(emulator, at)
    return trace.stateAt(number, when)
  }
  if (when !== undefined) throw new EmulatorError('query parameter when: goes with `at`, the number of an entry')
  return arrange(hostOf(emulator).world)
}
