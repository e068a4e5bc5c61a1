import type { Alternative, Assumption } from './assume.ts'
import type { StatedRow } from './changes.ts'
import { accessAssumptions } from './assumptions/access.ts'
import { clientAssumptions } from './assumptions/client.ts'
import { paginationAssumptions } from './assumptions/pagination.ts'
import { requestAssumptions } from './assumptions/requests.ts'
import { resourceAssumptions } from './assumptions/resources.ts'
import { transportAssumptions } from './assumptions/transport.ts'
import { workflowAssumptions } from './assumptions/workflow.ts'

const rows = {
  ...transportAssumptions,
  ...requestAssumptions,
  ...accessAssumptions,
  ...resourceAssumptions,
  ...paginationAssumptions,
  ...workflowAssumptions,
  ...clientAssumptions,
}

/** Id of an assumption: `A-1`, `A-7` and so on; stable. */
export type AssumptionId = keyof typeof rows

/** Id of an assumption that became part of another. */
type FormerId = (typeof rows)[AssumptionId] extends Assumption<infer Former> ? Former : never

/** Id that an assumption has or had. */
export type KnownAssumptionId = AssumptionId | FormerId | (typeof inReference | typeof inDecisions)[number]

/** A decision where the specification is silent, as reports and documents show it. */
export interface AssumptionRow {
  readonly id: AssumptionId
  readonly title: string
  /** The whole decision, in full sentences. */
  readonly says: string
  /** Ids of assumptions that became part of this one. */
  readonly was: readonly string[]
  /** How else a service could have decided, each with the question to its owners. */
  readonly otherwise: readonly { readonly id: string; readonly says: string; readonly asks: string }[]
  /** Reason for having no alternative. */
  readonly unobservable?: string
}

/** Alternative with its id, `A-38/1`, and that of its assumption. */
export interface NamedAlternative extends Alternative {
  readonly id: string
  readonly assumption: AssumptionId
}

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

const byId: Readonly<Record<AssumptionId, Assumption>> = rows

/** Ids of the assumptions, in order. */
export const assumptionIds = (Object.keys(rows) as AssumptionId[]).toSorted((a, b) => numberIn(a) - numberIn(b))

function numberIn(id: string): number {
  return Number(id.slice('A-'.length))
}

/** All alternatives, in the order of the assumptions. */
export const alternatives: readonly NamedAlternative[] = assumptionIds.flatMap((assumption) =>
  byId[assumption].otherwise.map((each, n) => ({
    ...each,
    by: each.by.mutator === 'omit-assumed' ? { ...each.by, assumption } : each.by,
    assumption,
    id: `${assumption}/${n + 1}`,
  })),
)

/** Ids of the alternatives, in order. */
export const alternativeIds: readonly string[] = alternatives.map(({ id }) => id)

/** All decisions where the specification is silent, in order. */
export const assumptions: readonly AssumptionRow[] = assumptionIds.map((id) => {
  const { title, says, was = [], unobservable } = byId[id]
  const otherwise = alternatives
    .filter(({ assumption }) => assumption === id)
    .map(({ id: alternative, says: other, asks }) => ({ id: alternative, says: other, asks }))
  return { id, title, says, was, otherwise, ...(unobservable !== undefined && { unobservable }) }
})

/** The assumptions as statements, for comparisons of two contracts. */
export const statedAssumptions: readonly StatedRow[] = assumptions.map(({ id, says, was }) => ({
  id,
  statement: says,
  ...(was.length > 0 && { was }),
}))

export function assumptionTitle(id: AssumptionId): string {
  return byId[id].title
}

/** True for the current id of an assumption, false for that of a clause. */
export function isAssumptionId(id: string): id is AssumptionId {
  return Object.hasOwn(rows, id)
}

/**
 * Assumptions of earlier releases that were about the emulator, by id, with the page that has their content. Their ids
 * are still accepted, without effect.
 */
export const retiredAssumptions: ReadonlyMap<string, string> = new Map([
  ...inReference.map((id) => [id, 'docs/reference.md'] as const),
  ...inDecisions.map((id) => [id, 'docs/decisions/0601-what-is-unspecified.md'] as const),
])

const current: ReadonlyMap<string, AssumptionId> = new Map([
  ...assumptions.flatMap(({ id, was }) => was.map((earlier) => [earlier, id] as const)),
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
