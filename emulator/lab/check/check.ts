import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { contractStamp, type ContractStamp } from '../../contract/stamp.ts'
import { Deadline } from '../engine/deadline.ts'
import { now } from '../engine/real-time.ts'
import { isTestRun } from '../runners/find-runner.ts'
import { withCommand } from '../subjects/with-command.ts'
import { sortByGravity, type CheckFinding } from './check-finding.ts'
import type { Checked, CheckKind, CheckRow } from './check-row.ts'
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

export interface CheckReport {
  readonly contract: ContractStamp
  readonly subject: string
  readonly kind: CheckKind
  /** The gravest first. */
  readonly findings: readonly CheckFinding[]
  readonly asked: readonly AskedRow[]
  readonly remarks: readonly string[]
  /** Accepted findings that did not occur. */
  readonly stale: readonly string[]
}

/**
 * Asks every question about a client, or about its tests, within a budget of real milliseconds. Rejects with
 * `EmulatorError` for a command that fails as it is, or calls nothing.
 */
export async function checkProgram(checked: Omit<Checked, 'kind' | 'begun'>, budget: number): Promise<CheckReport> {
  const until = now() + budget
  const { around, live } = checked
  return withCommand({ ...checked, budget }, { ...around, note: (text) => live.note(text) }, (begun) => {
    // A command whose emulators are in its own processes shows tests alone.
    const isSuite = isTestRun(checked.program) || begun.inWorld === undefined
    return askRows({ ...checked, kind: isSuite ? 'suite' : 'client', begun }, until)
  })
}

async function askRows(checked: Checked, until: number): Promise<CheckReport> {
  const findings: CheckFinding[] = []
  const asked: AskedRow[] = []
  const remarks: string[] = []
  const stale: string[] = []
  for (const { name, counts, share, ask } of rows[checked.kind]) {
    const left = until - now()
    if (left <= 0 || checked.around.stop.aborted) {
      asked.push({ question: name, counts, tried: 0, left: 0, why: 'there was no time' })
      continue
    }
    checked.live.begin(undefined, name)
    const budget = left * share[checked.kind]!
    const deadline = new Deadline(budget, checked.around.stop)
    try {
      const answered = await ask({ ...checked, begun: { ...checked.begun, deadline } }, budget)
      findings.push(...answered.findings)
      remarks.push(...(answered.remarks ?? []))
      stale.push(...(answered.stale ?? []))
      asked.push({ question: name, counts, tried: answered.tried, left: answered.left })
    } catch (error) {
      // The first question says what is wrong with the command; a later one is left out.
      if (asked.length === 0 || !(error instanceof EmulatorError)) throw error
      asked.push({ question: name, counts, tried: 0, left: 0, why: error.message.split('\n', 1)[0]! })
    } finally {
      deadline.close()
    }
  }
  const subject = checked.program.join(' ')
  const { kind } = checked
  return { contract: contractStamp(), subject, kind, findings: sortByGravity(findings), asked, remarks, stale }
}
