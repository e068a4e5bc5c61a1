import { findSentence } from '../../contract/find-sentence.ts'
import { groupBy } from '../../engine/checking/counts.ts'
import { plural } from '../../engine/checking/plural.ts'
import { heading } from '../explore/explore-report.ts'
import { exploreBegun } from '../explore/explore.ts'
import { countCores } from '../subjects/cores.ts'
import type { ExperimentReport, Finding } from '../explore/report.ts'
import type { Checked, CheckRow } from './check-row.ts'
import type { CheckFinding, CheckVerdict } from './check-finding.ts'

/** Documented failures that a client does not survive. */
export const exploreRow: CheckRow = {
  name: 'explore',
  counts: 'documented failure',
  share: { client: 0.6 },
  async ask({ around, live, onCase, jobs = countCores(), ...checked }, budget) {
    const { begun, timeLimit, accept } = checked
    const options = { budget, accept: accept.explore, ...(timeLimit !== undefined && { timeLimit }) }
    let of: number | undefined
    const onJudged = (_: number, all: number): void => {
      if (of !== all) live.begin((of = all), 'explore')
      live.tried()
    }
    const { report } = await exploreBegun(begun.inWorld!, options, {
      stop: around.stop,
      jobs,
      onJudged,
      onCase,
      memory: begun.memory,
    })
    return {
      findings: findByCall(report.findings, checked),
      tried: report.experiments.length,
      left: Object.values(report.left).reduce((sum, count) => sum + count, 0),
      stale: report.stale,
      results: { experiments: report.experiments },
    }
  },
}

interface ShownFinding {
  readonly finding: Finding
  readonly experiment: ExperimentReport
}

/** One finding for each verdict and call. Calls at which it begins with the same fault are one. */
export function findByCall(
  findings: readonly Finding[],
  { formatRerun }: Pick<Checked, 'formatRerun'>,
): CheckFinding[] {
  const all = findings.flatMap((finding) => finding.cases.map((experiment): ShownFinding => ({ finding, experiment })))
  const byCall = groupBy(all, ({ finding, experiment: { point } }) => `${heading(finding)} ${point}`)
  const alike = groupBy([...byCall.values()], (shown) => `${heading(shown[0]!.finding)} ${shown[0]!.experiment.what}`)
  return Array.from(alike.values(), (calls): CheckFinding => {
    const [first] = calls[0] as [ShownFinding]
    const { finding, experiment } = first
    const places = calls.map(([each]) => each!.experiment.point ?? 'the whole run')
    const more = listWays(calls.flat()).length - 1
    const [clause] = finding.clauses
    return {
      id: `${experiment.verdict} ${finding.fault}${experiment.point === null ? '' : ` at ${experiment.point}`}`,
      verdict: heading(finding) as CheckVerdict,
      title: `${experiment.what}${more > 0 ? `, or in ${plural(more, 'more way')}` : ''}, at ${shortList(places)}`,
      because: experiment.because,
      sentence: clause === undefined ? finding.lesson : findSentence(clause),
      again: formatRerun('case', experiment.id),
    }
  })
}

const listWays = (shown: readonly ShownFinding[]): string[] => [
  ...new Set(shown.map(({ experiment }) => experiment.what)),
]

function shortList(names: readonly string[]): string {
  const more = names.length - 2
  return more <= 0 ? names.join(' and ') : `${names.slice(0, 2).join(', ')} and ${more} more`
}
