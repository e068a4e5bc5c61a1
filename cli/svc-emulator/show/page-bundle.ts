import { ControlClient } from '../../../emulator/control-client/control-client.ts'
import { Coverage } from '../../../emulator/coverage/coverage.ts'
import { noCitations } from '../../../emulator/coverage/citation-set.ts'
import type { StatementId } from '../../../emulator/coverage/statements.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import { offerExtras } from '../../../emulator/host/extras.ts'
import { REDACTED } from '../../../emulator/journal/redact.ts'
import type { Bundle } from '../../../emulator/scenario/bundle.ts'
import type { TraceStep } from '../../../emulator/trace/trace.ts'
import { tables } from '../../../emulator/world/tables/index.ts'

/** What the inspector shows in place of a server: answers of the control API by their paths, without secrets. */
export interface PageBundle {
  readonly svc_emulator_page: 1
  readonly answers: Readonly<Record<string, unknown>>
  /** What led to the state, in order: the tables at an entry are those of the answers with the later steps taken back. */
  readonly trace: readonly TraceStep[]
}

type Answers = Record<string, unknown>

/** Calls that are answered from the state as it is at the end. */
const OF_THE_STATE = ['/tables', '/triggers', '/clauses', '/clock', '/openapi.json', '/openrpc.json', '/worlds', '/snapshots']

/** Throws `EmulatorError` for a bundle whose state cannot be read. */
export async function pageBundle(bundle: Bundle): Promise<PageBundle> {
  offerExtras()
  const emulator = createEmulator({ state: bundle.state })
  const control = new ControlClient('http://127.0.0.1/__emulator', { fetch: (url, init) => emulator.fetch(url, init) })
  const answers: Answers = {}
  for (const path of OF_THE_STATE) answers[path] = await control.send('GET', path)
  const health = await control.send('GET', '/health') as object
  answers['/health'] = { ...health, scenario: bundle.scenario.name, uptime_ms: 0 }
  answers['/scenarios'] = { scenarios: [] }
  answers['/coverage'] = coverageOf(bundle)
  await addState(answers, control)
  addJournal(answers, bundle)
  return { svc_emulator_page: 1, answers, trace: bundle.trace ?? [] }
}

interface Page {
  readonly records: readonly { readonly id: string }[]
  readonly next: string | null
}

async function addState(answers: Answers, control: ControlClient): Promise<void> {
  const counts = await control.send('GET', '/state') as { tables: Record<string, number> }
  answers['/state'] = counts
  for (const name of Object.keys(counts.tables)) {
    const records: object[] = []
    for (let after: string | null = ''; after !== null;) {
      const page = await control.send('GET', `/state/${name}?limit=1000${after === '' ? '' : `&after=${encodeURIComponent(after)}`}`) as Page
      records.push(...page.records.map((record) => withoutSecrets(name, record)))
      after = page.next
    }
    answers[`/state/${name}`] = { records, next: null }
  }
}

function withoutSecrets(table: string, record: Readonly<Record<string, unknown>>): object {
  const { secrets = [] } = Object.values<{ name: string; secrets?: readonly string[] }>(tables).find(({ name }) => name === table) ?? {}
  return { ...record, ...Object.fromEntries(secrets.filter((field) => typeof record[field] === 'string').map((field) => [field, REDACTED])) }
}

function addJournal(answers: Answers, { journal, trace = [] }: Bundle): void {
  answers['/journal'] = { entries: journal, next: journal.at(-1)?.number ?? 0, dropped: 0 }
  for (const entry of journal) answers[`/journal/${entry.number}`] = { entry }
  for (const step of trace) if (step.entry !== null) answers[`/journal/${step.entry}/changes`] = step
}

/** What the answers of the journal rested on. */
function coverageOf({ journal }: Bundle): object {
  const coverage = new Coverage()
  for (const { clauses, assumptions } of journal) {
    coverage.answered([...clauses, ...assumptions].reduce((citations, id) => citations.with(id as StatementId), noCitations))
  }
  return coverage.report()
}
