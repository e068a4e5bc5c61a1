import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { contractStamp, type ContractStamp } from '../../contract/stamp.ts'
import { Deadline } from '../engine/deadline.ts'
import { budgetForAll } from '../engine/budget-for-all.ts'
import { now } from '../engine/real-time.ts'
import { isTestRun } from '../runners/find-runner.ts'
import { sortByGravity, type CheckFinding } from './check-finding.ts'
import { faultModel } from '../explore/fault-model.ts'
import type { ExperimentReport } from '../explore/report.ts'
import type { Checked, CheckKind, CheckResults, CheckRow } from './check-row.ts'
import { exploreRow } from './explore-row.ts'
import { keyRow } from './key-row.ts'
import { mutateRow } from './mutate-row.ts'
import { questionsRow } from './questions-row.ts'

/** Questions of a check, in their order. What pays most comes first. */
const rows: Readonly<Record<CheckKind, readonly CheckRow[]>> = {
  client: [exploreRow, questionsRow, mutateRow, keyRow],
  suite: [mutateRow, questionsRow],
}

/** Counts of a question. */
interface AskedRow {
  /** Name of its command. */
  readonly question: string
  readonly counts: string
  readonly tried: number
  readonly left: number
  /** The reason why it was not asked. */
  readonly why?: string
}

export interface CheckReport extends CheckResults {
  readonly contract: ContractStamp
  readonly subject: string
  readonly kind: CheckKind
  /** The gravest first. */
  readonly findings: readonly CheckFinding[]
  readonly asked: readonly AskedRow[]
  readonly remarks: readonly string[]
  /** Accepted findings that did not occur. */
  readonly stale: readonly string[]
  /** Time in which all would be asked, about; missing where nothing is left. */
  readonly budgetForAll?: string | undefined
}

/**
 * Asks every question about a client, or about its tests, until an instant of real time. Rejects with `EmulatorError`
 * for what none of them can be asked of.
 */
export async function checkBegun({ program, ...given }: Omit<Checked, 'kind'>, until: number): Promise<CheckReport> {
  // A command whose emulators are in its own processes shows tests alone.
  const kind = isTestRun(program) || given.begun.inWorld === undefined ? 'suite' : 'client'
  const checked: Checked = { ...given, program, kind }
  const began = now()
  const findings: CheckFinding[] = []
  const asked: AskedRow[] = []
  const remarks: string[] = []
  const stale: string[] = []
  const results: Partial<CheckResults> = {}
  for (const { name, counts, share, ask } of rows[kind]) {
    const left = until - now()
    if (left <= 0 || checked.around.stop.aborted) {
      asked.push({ question: name, counts, tried: 0, left: 0, why: 'there was no time' })
      continue
    }
    checked.live.begin(undefined, name)
    const budget = left * share[kind]!
    const deadline = new Deadline(budget, checked.around.stop)
    try {
      const answered = await ask({ ...checked, begun: { ...checked.begun, deadline } }, budget)
      findings.push(...answered.findings)
      remarks.push(...(answered.remarks ?? []))
      stale.push(...(answered.stale ?? []))
      Object.assign(results, answered.results)
      asked.push({ question: name, counts, tried: answered.tried, left: answered.left })
    } catch (error) {
      // The first question says what is wrong with the command; a later one is left out.
      if (asked.length === 0 || !(error instanceof EmulatorError)) throw error
      asked.push({ question: name, counts, tried: 0, left: 0, why: error.message.split('\n', 1)[0]! })
    } finally {
      deadline.close()
    }
  }
  const subject = program.join(' ')
  const { tried, of } = countRuns(asked)
  return {
    contract: contractStamp(),
    subject,
    kind,
    findings: sortByGravity(withoutSecondNames(findings, results.experiments)),
    asked,
    remarks,
    stale,
    budgetForAll: budgetForAll(tried, of - tried, now() - began),
    ...results,
  }
}

/** Questions that were asked, and all that are known of. */
export function countRuns(asked: readonly AskedRow[]): { readonly tried: number; readonly of: number } {
  const tried = asked.reduce((sum, row) => sum + row.tried, 0)
  return { tried, of: asked.reduce((sum, row) => sum + row.left, tried) }
}

/** Leaves out alternatives that explore tried as failures of the service: they are no questions to its owners. */
function withoutSecondNames(
  findings: readonly CheckFinding[],
  experiments: readonly ExperimentReport[] = [],
): readonly CheckFinding[] {
  const tried = new Set(experiments.map(({ fault }) => fault.replace(/:.*/s, '')))
  const known = faultModel.flatMap(({ name, alternatives = [] }) => (tried.has(name) ? alternatives : []))
  return findings.filter(({ id }) => !known.includes(id))
}
