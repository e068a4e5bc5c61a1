/** One decision on something the specification leaves open. */
export interface Assumption {
  readonly title: string
  /** The whole decision: names, numbers, shapes, statuses. */
  readonly says: string
}
