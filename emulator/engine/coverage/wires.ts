import type { Wire } from '../../contract/clauses.ts'

/** Sides of the service. */
export const wires: readonly Wire[] = ['rest', 'realtime', 'client']
