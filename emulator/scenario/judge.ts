/** Problems of a replay beside its steps. */
import { type ClientClauseId, isClientClause } from '../contract/clauses.ts'
import { countValues } from '../engine/checking/counts.ts'
import type { StepResult } from './result.ts'
import type { Scenario } from './schema.ts'
import type { Session } from './steps/session.ts'
import type { ClauseCount } from './targets/target.ts'

export interface Before {
  clauses: readonly ClauseCount[] | undefined
}

interface StepJudgement {
  problems: string[]
  notes: string[]
  clauses: ClauseCount[]
}

/** Find clauses that were not exercised, triggers that never fired and unexpected frames. */
export async function replayProblems(
  scenario: Scenario,
  steps: readonly StepResult[],
  session: Session,
  before: Before,
): Promise<StepJudgement> {
  const { controls } = session.target
  const counts = difference(await controls?.clauses(), before.clauses)
  const shown = Array.from(countValues(listShown(scenario, steps)), ([id, count]) => ({ id, count }))
  const clauses = [...counts.filter(({ count }) => count > 0), ...shown]
  const judgement: StepJudgement = { problems: [], notes: [], clauses }
  const interrupted = steps.some(({ status }) => status === 'failed')
  const skipped = steps.filter(({ status }) => status === 'skipped')
  if (skipped.length > 0 && !interrupted)
    judgement.notes.push(
      ...skipped.map(({ number, title, reasons }) => `step ${number} (${title}) did not run: ${reasons[0]}`),
    )
  judgement.problems.push(...session.surplus().map((frame) => `unexpected frame: ${frame.slice(0, 200)}`))
  // After a failure, missing events show nothing new.
  if (interrupted) return judgement
  const whole = skipped.length === 0
  const named = (scenario.clauses ?? []).filter((id) => controls?.unknownClauses?.has(id) !== true)
  const unknown = (scenario.clauses ?? []).filter((id) => !named.includes(id))
  judgement.notes.push(...unknown.map((id) => `the clause ${id} is unknown to ${session.target.name}, and not checked`))
  judgeClauses(named, clauses, (id) => whole && (isClientClause(id) || controls !== undefined), judgement)
  for (const { name, fired, optional, problem, notFired } of (await controls?.triggers()) ?? []) {
    if (fired === 0 && !optional && problem === undefined) {
      const reason = notFired === undefined ? '' : `: ${notFired}`
      ;(whole ? judgement.problems : judgement.notes).push(`the trigger ${name} never fired${reason}`)
    }
    if (problem !== undefined) judgement.problems.push(`the trigger ${name} could not do its work: ${problem}`)
  }
  return judgement
}

/** Clauses about the client that steps showed: no emulator can count them. */
function listShown({ steps = [] }: Scenario, played: readonly StepResult[]): ClientClauseId[] {
  return played.flatMap(({ number, status }) => {
    const step = steps[number - 1]!
    return status === 'passed' && 'run' in step ? (step.shows ?? []) : []
  })
}

function judgeClauses(
  named: readonly string[],
  clauses: readonly ClauseCount[],
  decidable: (id: string) => boolean,
  judgement: StepJudgement,
): void {
  const exercised = new Set(clauses.map(({ id }) => id))
  const missing = named.filter((id) => !exercised.has(id))
  judgement.problems.push(...missing.filter(decidable).map((id) => `the clause ${id} was not exercised`))
  const undecided = missing.filter((id) => !decidable(id)).length
  if (undecided > 0)
    judgement.notes.push(`${undecided} of its clauses cannot be told from outside, or belong to steps that did not run`)
}

function difference(after: readonly ClauseCount[] = [], before: readonly ClauseCount[] = []): readonly ClauseCount[] {
  if (before.length === 0) return after
  const counts = new Map(before.map(({ id, count }) => [id, count]))
  return after.map(({ id, count }) => ({ id, count: count - (counts.get(id) ?? 0) }))
}
