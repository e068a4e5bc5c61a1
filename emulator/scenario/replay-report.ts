import { contractStamp } from '../contract/stamp.ts'
import { plural } from '../engine/checking/plural.ts'
import type { ReportCase, Report, ReportSection } from './reports/report.ts'
import { isUnplayed, showsNothing, type ReplayResult, type StepResult } from './result.ts'

interface Totals {
  scenarios: number
  failed: number
  /** Scenarios that the target cannot play, or of which no step was played. */
  not_played: number
  steps: number
  skipped: number
  /** Clauses of the specification that were exercised. */
  clauses: number
}

/** Real seconds that steps took. */
export type StepTimes = ReadonlyMap<StepResult, number>

/** The report of replays. The `schema_version` of its document changes when a field does. */
export function reportReplays(results: readonly ReplayResult[], times?: StepTimes): Report {
  const totals = countTotals(results)
  const ok = results.every((result) => result.ok) && !showsNothing(results)
  return {
    title: 'svc-emulator replay',
    sections: results.map((result) => replaySection(result, times)),
    summary: summaryLine(totals),
    document: { schema_version: 1, contract: contractStamp(), ok, totals, scenarios: results },
  }
}

/** A section for one replay: a case for each step and for each problem beside them. */
export function replaySection(given: ReplayResult, times?: StepTimes): ReportSection {
  const { name, about, ok, file, ...result } = given
  const notPlayed = findUnplayed(given)
  if (notPlayed !== undefined) {
    const cases: ReportCase[] = [{ name: 'not played', verdict: 'skipped', message: notPlayed }]
    return { name, note: `not played: ${notPlayed}`, verdict: 'skipped', cases, file }
  }
  const note = `(${plural(result.steps.length, 'step')}) ${about}`.trimEnd()
  const problems = result.problems.map((problem): ReportCase => ({
    name: problem,
    verdict: 'failed',
    message: problem,
  }))
  const cases = [...result.steps.map((step) => stepCase(step, times)), ...problems]
  return { name, note, verdict: ok ? 'passed' : 'failed', cases, remarks: result.notes, file }
}

/** The reason why no step was played. */
function findUnplayed(result: ReplayResult): string | undefined {
  if (result.notPlayed !== undefined || !isUnplayed(result)) return result.notPlayed
  return result.steps[0]?.reasons[0] ?? 'no steps'
}

function stepCase(step: StepResult, times?: StepTimes): ReportCase {
  const { number, title: name, status: verdict, reasons } = step
  const seconds = times?.get(step)
  const told = { number, name, verdict, message: reasons[0] ?? '', ...(seconds !== undefined && { seconds }) }
  return verdict === 'failed'
    ? { ...told, details: [...reasons, ...(step.injected ?? [])], transcript: step.transcript }
    : told
}

function summaryLine({ scenarios, failed, not_played, steps, skipped, clauses }: Totals): string {
  const passed = not_played === 0 ? 'all passed' : `${scenarios - not_played} passed`
  const parts = [failed === 0 ? passed : `${failed} failed`, ...(not_played === 0 ? [] : [`${not_played} not played`])]
  const notRun = skipped > 0 ? `, ${skipped} of them not run` : ''
  return `${plural(scenarios, 'scenario')}: ${parts.join(', ')}; ${plural(steps, 'step')}${notRun}; ${plural(clauses, 'clause')} exercised`
}

function countTotals(results: readonly ReplayResult[]): Totals {
  const steps = results.flatMap((result) => result.steps)
  return {
    scenarios: results.length,
    failed: results.filter(({ ok }) => !ok).length,
    not_played: results.filter((result) => findUnplayed(result) !== undefined).length,
    steps: steps.length,
    skipped: steps.filter(({ status }) => status === 'skipped').length,
    clauses: new Set(results.flatMap(({ clauses }) => clauses.map(({ id }) => id))).size,
  }
}
