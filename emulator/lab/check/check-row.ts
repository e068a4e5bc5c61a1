import type { StartOptions } from '../../host/create-world.ts'
import type { Begun } from '../engine/begun.ts'
import type { Surroundings } from '../subjects/with-program.ts'
import type { Accepted } from './accepted.ts'
import type { ReportCase } from '../../scenario/reports/report.ts'
import type { ExperimentReport } from '../explore/report.ts'
import type { MutantOutcome } from '../mutation/report.ts'
import type { Question } from '../questions/report.ts'
import type { CheckFinding } from './check-finding.ts'

/** A command that asks a server, or one that runs tests. */
export type CheckKind = 'client' | 'suite'

/** A program to check, and how. */
export interface Checked {
  readonly program: readonly string[]
  readonly kind: CheckKind
  /** Its world. */
  readonly start: Pick<StartOptions, 'scenario' | 'fixtures' | 'seed'>
  readonly key: string | undefined
  readonly home: string | undefined
  readonly jobs: number | undefined
  /** Real milliseconds for one run. */
  readonly timeLimit: number | undefined
  readonly accept: Accepted
  /** Formats the command line that repeats a variant: of `explore --case`, `exec --broken`, `exec --otherwise`. */
  readonly formatRerun: (flag: 'case' | 'broken' | 'otherwise', id: string, files?: readonly string[]) => string
  readonly around: Surroundings & { readonly stop: AbortSignal }
  readonly live: CheckLive
  /** Called with each variant as it is tried. */
  readonly onCase: (each: ReportCase) => void
  /** Its runs without a variant, which all questions share, and the time of this one. */
  readonly begun: Begun
}

/** Listener to a check. */
export interface CheckLive {
  /** A question begins; `of` is the number of its runs, undefined until that is known. */
  begin(of: number | undefined, question: string): void
  /** One of its runs has ended. */
  tried(): void
}

/** Results of the runs, by question. */
export interface CheckResults {
  readonly mutants?: readonly MutantOutcome[]
  readonly questions?: readonly Question[]
  readonly experiments?: readonly ExperimentReport[]
}

/** Results of a question. */
export interface RowAnswer {
  readonly findings: readonly CheckFinding[]
  /** Number of runs with a result, and of those that there was no time for. */
  readonly tried: number
  readonly left: number
  /** Lines beside the findings. */
  readonly remarks?: readonly string[]
  /** Names in the accept file that did not occur. */
  readonly stale?: readonly string[]
  readonly results?: CheckResults
}

/** A question of a check. */
export interface CheckRow {
  /** Name of its command. */
  readonly name: string
  /** Noun for one of its runs: `documented failure`. */
  readonly counts: string
  /** Share of the time that is left, by the kinds that it is asked of. */
  readonly share: Partial<Record<CheckKind, number>>
  /** @param budget real milliseconds until the deadline of `begun` */
  ask(checked: Checked, budget: number): Promise<RowAnswer>
}
