/** Whether a run noticed that a statement was broken. */
export interface MutantOutcome {
  /** `<clause>`, or `<clause>/2`. */
  readonly id: string
  readonly clause: string
  /** What was wrong, as the end of the sentence "the emulator …". */
  readonly breaks: string
  /** `killed`: noticed. `survived`: met, and everything passed all the same. `accepted`: survived, and known. `unmet`: nobody met the clause. */
  readonly status: 'killed' | 'survived' | 'accepted' | 'unmet'
  /** What met the clause: scenarios, or files of tests. */
  readonly metBy: readonly string[]
  /** What noticed it. */
  readonly by?: string
  readonly noticed?: string
}

export interface MutationReport {
  readonly outcomes: readonly MutantOutcome[]
}

export interface Score {
  readonly killed: number
  readonly survived: number
  readonly unmet: number
  /** Killed of those that were met, in percent; 0 where nothing was met. */
  readonly percent: number
}

/** Killed over met: what nobody met is no merit and no fault of a suite. */
export function scoreOf({ outcomes }: MutationReport): Score {
  const count = (status: MutantOutcome['status']) => outcomes.filter((outcome) => outcome.status === status).length
  const killed = count('killed')
  const survived = count('survived')
  return { killed, survived, unmet: count('unmet'), percent: killed + survived === 0 ? 0 : (100 * killed) / (killed + survived) }
}
