import type { Wire } from '../../contract/clause-row.ts'

/** Sides of the service. */
export const wires: readonly Wire[] = ['rest', 'realtime', 'client']
