import { assumptionIndex } from './assumption-index.evaluated.ts'
import type { AssumptionId, FormerId } from './assumption-rows.ts'
import { refuseOldRuntime } from './supported-runtime.ts'

export type { AssumptionId } from './assumption-rows.ts'

// Modules of the package begin here, where the index is data already.
refuseOldRuntime()

const inReference = [
  'A-2',
  'A-36',
  'A-37',
  'A-44',
  'A-59',
  'A-71',
  'A-76',
  'A-79',
  'A-81',
  'A-82',
  'A-97',
  'A-304',
] as const
const inDecisions = ['A-58', 'A-70', 'A-77', 'A-78'] as const

/** Id that an assumption has or had. */
export type KnownAssumptionId = AssumptionId | FormerId | (typeof inReference | typeof inDecisions)[number]

/** Ids of the assumptions, in order. */
export const assumptionIds: readonly AssumptionId[] = assumptionIndex.map(({ id }) => id)

const titles: ReadonlyMap<string, string> = new Map(assumptionIndex.map(({ id, title }) => [id, title]))

export function assumptionTitle(id: AssumptionId): string {
  return titles.get(id)!
}

/** True for the current id of an assumption, false for that of a clause. */
export function isAssumptionId(id: string): id is AssumptionId {
  return titles.has(id)
}

/**
 * Assumptions of earlier releases that were about the emulator, by id, with the page that has their content. Their ids
 * are still accepted, without effect.
 */
export const retiredAssumptions: ReadonlyMap<string, string> = new Map([
  ...inReference.map((id) => [id, 'docs/pages.md'] as const),
  ...inDecisions.map((id) => [id, 'docs/decisions/0601-what-is-unspecified.md'] as const),
])

const current: ReadonlyMap<string, AssumptionId> = new Map([
  ...assumptionIndex.flatMap(({ id, was }) => was.map((earlier) => [earlier, id] as const)),
  ...assumptionIds.map((id) => [id, id] as const),
])

/** Current id of an assumption, by that id or one that became part of it; undefined for any other id. */
export function findCurrentAssumption(id: string): AssumptionId | undefined {
  return current.get(id)
}

/** Every id that an assumption has or had, the retired ones too. */
export const knownAssumptionIds = [...current.keys(), ...retiredAssumptions.keys()].toSorted(
  (a, b) => numberIn(a) - numberIn(b),
) as readonly KnownAssumptionId[]

function numberIn(id: string): number {
  return Number(id.slice('A-'.length))
}
