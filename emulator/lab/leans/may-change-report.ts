import { type ContractStamp, formatStamp } from '../../contract/stamp.ts'
import { plural } from '../../engine/checking/plural.ts'
import type { ReportCase, ReportFinding, Report } from '../../scenario/reports/report.ts'
import type { LeanChange } from './changes.ts'
import { type ConsumerEffects, type LeanEffect, verdicts, worst } from './may-change.ts'
import { ownCommand } from '../../engine/checking/own-command.ts'

export interface MayChangeContext {
  readonly contract: ContractStamp
  readonly changes: readonly LeanChange[]
  /** Command line that shows how a change breaks a consumer; undefined where there is none. */
  readonly formatRerun: (report: ConsumerEffects, effect: LeanEffect) => string | undefined
}

/** The report of changes: a finding for each consumer and verdict, a case for each consumer and change. */
export function reportMayChange(reports: readonly ConsumerEffects[], context: MayChangeContext): Report {
  const { contract, changes, formatRerun } = context
  const findings = verdicts.flatMap((verdict) => reports.flatMap((report) => findingFor(report, verdict, context)))
  return {
    title: `May ${changes.length === 1 ? changes[0]!.id : plural(changes.length, 'change')} be made?`,
    sections: reports.map((report) => ({
      name: report.consumer.file,
      verdict: worst(report) === 'breaks' ? 'failed' : 'passed',
      cases: report.effects.map((effect) => makeCase(effect, formatRerun(report, effect))),
    })),
    findings,
    remarks: reports.filter(({ isOtherContract }) => isOtherContract).map((report) => describeOther(report, contract)),
    summary: summaryLine(reports, changes.length),
    document: {
      contract,
      changes: changes.map(({ units: _, ...change }) => change),
      consumers: reports.map((report) => ({
        file: report.consumer.file,
        subject: report.consumer.lean.subject,
        contract: report.consumer.lean.contract,
        verdict: worst(report),
        effects: report.effects.map((effect) => ({
          change: effect.change.id,
          verdict: effect.verdict,
          tests: effect.tests,
          again: formatRerun(report, effect),
        })),
      })),
    },
  }
}

function describeOther({ consumer: { file, lean } }: ConsumerEffects, contract: ContractStamp): string {
  return `${file} is of another contract, ${formatStamp(lean.contract)} in place of ${formatStamp(contract)}: run ${ownCommand} leans there again`
}

type Told = Exclude<LeanEffect['verdict'], 'not met'>

/** Meanings of verdicts, above the changes that they are about. */
const meanings: Readonly<Record<Told, string>> = {
  breaks: '',
  'not asked': `It meets this, and was not asked: let ${ownCommand} leans run to its end there.`,
  'cannot be asked':
    'It meets this, or calls what it is about, and the emulator cannot make the change: ask its owners.',
  'other contract': 'Its file says nothing of this.',
  unnoticed: 'It gets other answers then, and nothing fails.',
  'not shown': 'It meets this, and none of its answers differs then.',
}

function findingFor(
  report: ConsumerEffects,
  verdict: LeanEffect['verdict'],
  { formatRerun }: MayChangeContext,
): ReportFinding[] {
  const { consumer, effects } = report
  const told = effects.filter((each) => each.verdict === verdict)
  if (told.length === 0 || verdict === 'not met') return []
  const title = `${consumer.file} (${consumer.lean.subject})`
  if (verdict === 'breaks')
    return [
      {
        level: 'error',
        kind: verdict,
        title,
        lines: told.flatMap((each) => describeBreak(each, formatRerun(report, each), consumer.lean.testsPerChange)),
      },
    ]
  const lines = [meanings[verdict], ...told.map(({ change }) => describeChange(change))]
  return [{ level: 'warning', kind: verdict, title, lines }]
}

function describeBreak({ change, tests }: LeanEffect, again: string | undefined, most: number | undefined): string[] {
  return [
    describeChange(change),
    `  ${tests.join(', ')}${tests.length === most ? ', perhaps others' : ''}`,
    ...(again === undefined ? [] : [`  Again, in its project: ${again}`]),
  ]
}

function describeChange({ id, says, otherwise }: LeanChange): string {
  return `${id}: ${otherwise ?? says}`
}

function makeCase({ change, verdict, tests }: LeanEffect, again: string | undefined): ReportCase {
  const about = change.otherwise ?? change.says
  const each = { name: change.id, word: verdict, about }
  if (verdict === 'unnoticed' || verdict === 'not shown' || verdict === 'not met') return { ...each, verdict: 'passed' }
  if (verdict !== 'breaks') return { ...each, verdict: 'skipped', message: meanings[verdict] }
  const details = [change.says, ...tests, ...(again === undefined ? [] : [`Again: ${again}`])]
  return { ...each, verdict: 'failed', type: verdict, message: about, details, tests }
}

/** Beginnings of what is counted, before the number of consumers. */
const words: Readonly<Record<LeanEffect['verdict'], string>> = {
  breaks: 'breaks',
  'not asked': 'not asked of',
  'cannot be asked': 'cannot be asked of',
  'other contract': 'other contract of',
  unnoticed: 'unnoticed by',
  'not shown': 'not shown to',
  'not met': 'not met by',
}

/** Number of consumers by the worst that a change does to them. */
function summaryLine(reports: readonly ConsumerEffects[], changes: number): string {
  if (changes === 0) return 'no sentence changes that a consumer could notice'
  const counts = verdicts.map((verdict) => [reports.filter((each) => worst(each) === verdict).length, verdict] as const)
  const said = counts.flatMap(([count, verdict]) => (count === 0 ? [] : [`${words[verdict]} ${count}`]))
  return `${plural(changes, 'change')}, ${plural(reports.length, 'consumer')}: ${said.join(', ')}`
}
