export interface Room {
  readonly code: string
  readonly tests: readonly string[]
  /** Mutants that so many quick tests reach are not asked of slow ones. */
  readonly slowTestsBelow?: number
  /** Share of a property's cases that is tried, where it is not the usual one. */
  readonly cases?: number
}

export declare const usualCases: number
export declare const rooms: Readonly<Record<string, Room>>
export declare function chosen(): Room
