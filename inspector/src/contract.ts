import type { ControlAnswer } from '../../emulator/host/control-api/control-api.ts'

export type Contract = ControlAnswer<'GET /clauses'>

/** When facts about a service settled an assumption, and in what the service is known to differ. */
type Observed = NonNullable<Contract['assumptions'][number]['observed']>

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
