/** The model of every report: of replays, mutants, explorations and coverage. */

export type CaseVerdict = 'passed' | 'failed' | 'skipped'

/** One thing that was tried. */
export interface ReportCase {
  readonly name: string
  /** The number of a step, from 1. */
  readonly number?: number
  /** The class of a JUnit test case. Default: the name of the section. */
  readonly group?: string
  readonly verdict: CaseVerdict
  /** A word for the verdict, such as `survived` or `3 times`. Default: the verdict. */
  readonly word?: string
  /** The sentence that the case is about. */
  readonly about?: string
  /** Real time that it took. */
  readonly seconds?: number
  /** The reason why it failed or was skipped, in one line. */
  readonly message?: string
  /** The kind of failure, such as `wrong-output`. */
  readonly type?: string
  /** Everything to say of a failure, one line each. */
  readonly details?: readonly string[]
  /** Requests and answers, line by line. */
  readonly transcript?: readonly string[]
  /** Names of tests that belong to it. */
  readonly tests?: readonly string[]
}

/** Cases that belong together: the steps of a scenario, the clauses of a chapter. */
export interface ReportSection {
  readonly name: string
  /** A line beside the name. */
  readonly note?: string
  readonly verdict: CaseVerdict
  readonly cases: readonly ReportCase[]
  /** Lines that are no failures. */
  readonly remarks?: readonly string[]
  /** The file that it was read from. */
  readonly file?: string | undefined
  /** How many cases passed is shown as a bar in place of a mark. */
  readonly measured?: boolean
  /** Shown on pages alone, and closed. */
  readonly aside?: boolean
}

/** A line of a finding. `quote`: output of a program. */
export type FindingLine = string | { readonly quote: string }

/** Something to act on: one failure, or several with one cause. */
export interface ReportFinding {
  readonly level: 'error' | 'warning'
  readonly kind: string
  readonly title: string
  /** The file to look into. */
  readonly file?: string | undefined
  readonly lines: readonly FindingLine[]
}

export interface Report {
  readonly title: string
  readonly sections: readonly ReportSection[]
  /** Text for people in place of the cases of the sections. */
  readonly findings?: readonly ReportFinding[]
  /** Lines above the findings on a terminal, such as a table. */
  readonly overview?: readonly string[]
  readonly remarks?: readonly string[]
  /** The last line or lines. */
  readonly summary: string
  /** The value that the JSON writer writes. */
  readonly document: unknown
}

const reportFormats = ['pretty', 'json', 'jsonl', 'junit', 'html', 'github', 'tap'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** Count the cases of a section with a verdict. */
export function countCases({ cases }: ReportSection, verdict: CaseVerdict): number {
  return cases.filter((each) => each.verdict === verdict).length
}

/** The lines of a finding as text, quotes whole. */
export function listLines({ lines }: ReportFinding): string[] {
  return lines.flatMap((line) => (typeof line === 'string' ? [line] : line.quote.split('\n')))
}
