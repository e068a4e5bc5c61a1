/** What is wrong with a replay beside its steps. */
import type { StepResult } from './result.ts'
import type { Scenario } from './schema.ts'
import type { Step } from '../format/schema-steps.ts'
import type { Session } from './steps/session.ts'
import type { ClauseCount } from './targets/target.ts'

/** Clauses about programs, which no emulator can count: a step that runs one shows them. Loads the prose of the contract, which few replays need. */
export async function clientClauseIds(): Promise<ReadonlySet<string>> {
  const { clauses } = await import('../contract/clauses.ts')
  return new Set(clauses.filter(({ wire }) => wire === 'client').map(({ id }) => id))
}

export interface Before {
  clauses: readonly ClauseCount[] | undefined
}

export interface Judgement {
  problems: string[]
  notes: string[]
  clauses: ClauseCount[]
}

/** Clauses that were not exercised, triggers that never fired and frames that nobody asked for. */
export async function replayProblems(scenario: Scenario, steps: readonly StepResult[], session: Session, before: Before): Promise<Judgement> {
  const { controls } = session.target
  const counts = difference(await controls?.clauses(), before.clauses)
  const shown = await clientClauses(scenario, steps)
  const clauses = [...counts.filter(({ count }) => count > 0), ...shown]
  const judgement: Judgement = { problems: [], notes: [], clauses }
  const interrupted = steps.some(({ status }) => status === 'failed')
  const skipped = steps.filter(({ status }) => status === 'skipped')
  if (skipped.length > 0 && !interrupted) judgement.notes.push(...skipped.map(({ number, title, reasons }) => `step ${number} (${title}) did not run: ${reasons[0]}`))
  judgement.problems.push(...session.surplus().map((frame) => `a frame came that nobody asked for: ${frame.slice(0, 200)}`))
  // After a failure what did not happen says nothing new.
  if (interrupted) return judgement
  const whole = skipped.length === 0
  judgeClauses(scenario, clauses, controls !== undefined && whole, judgement)
  for (const { name, fired, optional, problem } of await controls?.triggers() ?? []) {
    if (fired === 0 && !optional) (whole ? judgement.problems : judgement.notes).push(`the trigger ${name} never fired`)
    if (problem !== undefined) judgement.problems.push(`the trigger ${name} could not do its work: ${problem}`)
  }
  return judgement
}

function judgeClauses(scenario: Scenario, clauses: readonly ClauseCount[], decidable: boolean, judgement: Judgement): void {
  const exercised = new Set(clauses.map(({ id }) => id))
  const missing = (scenario.clauses ?? []).filter((id) => !exercised.has(id))
  if (decidable) judgement.problems.push(...missing.map((id) => `the clause ${id} was not exercised`))
  else if (missing.length > 0) judgement.notes.push(`${missing.length} of its clauses cannot be told from outside or belong to steps that did not run`)
}

/** A clause about the client is exercised when a step that runs a client shows it, or the whole scenario of such steps. */
async function clientClauses(scenario: Scenario, results: readonly StepResult[]): Promise<ClauseCount[]> {
  const steps = scenario.steps ?? []
  const passed = (step: Step, index: number): boolean => 'run' in step && results[index]?.status === 'passed'
  const runs = steps.filter((step) => 'run' in step).length
  if (!results.some(({ kind, status }) => kind === 'run' && status === 'passed')) return []
  const all = steps.filter(passed).length === runs
  const named = steps.flatMap((step, index) => (passed(step, index) ? step.clauses ?? [] : []))
  const client = await clientClauseIds()
  const ids = [...named, ...(all ? scenario.clauses ?? [] : [])].filter((id) => client.has(id))
  return [...new Set(ids)].map((id) => ({ id, count: ids.filter((other) => other === id).length }))
}

function difference(after: readonly ClauseCount[] = [], before: readonly ClauseCount[] = []): readonly ClauseCount[] {
  if (before.length === 0) return after
  const counts = new Map(before.map(({ id, count }) => [id, count]))
  return after.map(({ id, count }) => ({ id, count: count - (counts.get(id) ?? 0) }))
}
