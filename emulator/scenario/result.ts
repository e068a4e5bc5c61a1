/** Results of replays. */
import type { SentenceChange } from '../contract/changes.ts'
import type { ClauseCount } from './targets/target.ts'

export type StepKind = 'http' | 'call' | 'change' | 'clock' | 'run' | 'release' | 'await'
type StepStatus = 'passed' | 'failed' | 'skipped'

export interface StepResult {
  /** From 1, as people count. */
  readonly number: number
  readonly kind: StepKind
  readonly title: string
  readonly status: StepStatus
  /** Reasons why it failed or was skipped, one per line. */
  readonly reasons: readonly string[]
  /** First and last entry of the journal during the step; missing if there was none, or no journal. */
  readonly entries?: readonly [first: number, last: number]
  /** Triggers, chaos among them, that acted on the answers of a failed step, one per line. */
  readonly injected?: readonly string[]
  /** Requests and answers, as lines of the transcript. */
  readonly transcript: readonly string[]
}

/** Target of a replay without a server. */
export const IN_PROCESS = 'in process'

export interface ReplayResult {
  readonly name: string
  readonly about: string
  readonly file: string | undefined
  /** `in process`, or the URL. */
  readonly target: string
  /** The reason why the target cannot play the scenario, which is no failure. */
  readonly notPlayed?: string
  /** No step failed, every clause of the scenario was exercised and every trigger fired. */
  readonly ok: boolean
  readonly steps: readonly StepResult[]
  /** Problems beside the steps: clauses not exercised, triggers that never fired, unexpected frames. */
  readonly problems: readonly string[]
  /** Worth knowing, but no failure. */
  readonly notes: readonly string[]
  /** Clauses that the scenario shows, with how often they decided an answer. */
  readonly clauses: readonly ClauseCount[]
  /** Sentences of the scenario that changed since it was written, for a bundle or a recording of another contract. */
  readonly changed?: readonly SentenceChange[]
}

/** No step of a scenario was played, for want of steps or of what plays them. */
export function isUnplayed({ ok, steps }: ReplayResult): boolean {
  return ok && steps.every(({ status }) => status === 'skipped')
}

/** True if scenarios were left, but no step of them was played: neither a pass nor a failure. */
export function showsNothing(results: readonly ReplayResult[]): boolean {
  const left = results.filter(({ notPlayed }) => notPlayed === undefined)
  return left.length > 0 && left.every(isUnplayed)
}

/** Everything that went over the wire, the same bytes on every run in process. */
export function transcriptOf(results: readonly ReplayResult[]): string {
  return results
    .flatMap((result) => [
      `# ${result.name}`,
      '',
      ...result.steps.flatMap((step) => [
        `## ${step.number} ${step.title} (${step.status})`,
        ...step.transcript,
        ...step.reasons.map((reason) => `! ${reason}`),
        '',
      ]),
      ...result.problems.map((problem) => `! ${problem}`),
    ])
    .join('\n')
}
