/** One decision on something the specification leaves open. */
export interface AssumptionRow {
  /** `A-1`, `A-2` and so on; stable. */
  readonly id: string
  readonly title: string
  /** The whole decision: names, numbers, shapes, statuses. */
  readonly statement: string
}
