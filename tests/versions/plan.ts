/** Ways in which the effect of a change is told. */
export const effectWays = ['narrows', 'changes', 'widens', 'rewords'] as const

/** Ways in which the second contract differs from the first, each shown by twenty rows. */
export const ways = [...effectWays, 'renamed', 'removed', 'deprecated'] as const

export type Way = (typeof ways)[number]

/** Rows of the first contract, by what becomes of them in the second. */
export interface Plan {
  /** Ids of the first contract. */
  readonly rows: Readonly<Record<Way, readonly string[]>>
  /** Ids of rows that the first contract does not have. */
  readonly added: readonly string[]
  /** The id that code cites in place of one that was removed. */
  readonly stand: string
}

/** The id that a renamed row has in the second contract. */
export const renamed = (id: string): string => `${id}-as-told-now`

/** A sentence that changed, as the second contract has it. */
export const reworded = (statement: string, way: Way): string => statement.replace(/\.$/, `, as it ${way} now.`)
