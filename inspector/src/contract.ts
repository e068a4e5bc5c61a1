export interface Contract {
  readonly clauses: readonly {
    readonly id: string
    readonly section: string
    readonly wire: string
    readonly statement: string
  }[]
  readonly assumptions: readonly {
    readonly id: string
    readonly title: string
    readonly statement: string
    readonly observed?: Observed
  }[]
}

/** When facts about a service settled an assumption, and in what the service is known to differ. */
interface Observed {
  readonly on: string
  readonly differs: readonly string[]
}

export interface StatementText {
  readonly sentence: string
  /** Of an assumption: `Assumed`, or when it was observed. */
  readonly standing?: string
}

/** `Assumed`, or `Observed on 2026-11-23` with the known differences. */
export function standingText(observed: Observed | undefined): string {
  if (observed === undefined) return 'Assumed'
  const { on, differs } = observed
  return `Observed on ${on}${differs.length === 0 ? '' : ` to differ (${differs.join('; ')})`}`
}
