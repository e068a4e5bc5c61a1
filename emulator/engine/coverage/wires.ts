import type { Wire } from '../../contract/clauses.ts'

/** Sides of the service. */
export const wires: readonly Wire[] = ['rest', 'realtime', 'client']

/** Sides whose clauses a report counts by default: those that an emulator can see. */
export const countedWires: readonly Wire[] = ['rest', 'realtime']
