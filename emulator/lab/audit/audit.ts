import { createUnitRouter } from '../../engine/kernel/rest/router.ts'
import { plural, times } from '../../engine/checking/plural.ts'
import { findSentence } from '../../contract/find-sentence.ts'
import { assumptionTitle } from '../../contract/assumptions.ts'
import type { Emulator } from '../../host/emulator.ts'
import type { HttpExchange } from '../../scenario/record/exchange.ts'
import type { ReportFinding, Report } from '../../scenario/reports/report.ts'
import { catalog } from '../../service/catalog.ts'
import { compareWithWorld } from './compare-with-world.ts'
import { judgeAnswer } from './judge-answer.ts'
import type { Remark } from './remark.ts'

/** Remark on the answers of one handler. */
export interface AuditItem extends Remark {
  /** Endpoint or command: `GET /users/:user_id`; method and path where the API has none. */
  readonly unit: string
  readonly where?: string
  /** How many answers it is about. */
  readonly count: number
}

/** Differences between the answers of mocks and those of the API. */
export interface AuditReport {
  /** Answers that break a sentence of the specification. */
  readonly findings: readonly AuditItem[]
  /** Answers that differ from an assumption, or from what this world answers. */
  readonly notes: readonly AuditItem[]
  /** Number of answers that were judged. */
  readonly judged: number
  /** Counts of what was seen and not judged, such as requests to other origins. */
  readonly notJudged: Readonly<Record<string, number>>
}

const router = createUnitRouter(catalog)

/** Collects answers of mocks and judges them: each difference once, with its count. */
export class Audit {
  readonly #items = new Map<string, AuditItem>()
  readonly #notJudged = new Map<string, number>()
  #judged = 0

  /** Counts something that is not judged. */
  skip(what: string, count = 1): void {
    this.#notJudged.set(what, (this.#notJudged.get(what) ?? 0) + count)
  }

  /**
   * Judges an answer that somebody's mock gave to a request of the API.
   *
   * @param world the emulator as it was then
   * @param where the line of the handler that answered, `handlers.ts:12`, or its method and path
   */
  async judge(exchange: HttpExchange, world: Emulator, where?: string): Promise<void> {
    this.#judged++
    const { method } = exchange
    const path = exchange.path.split('?', 1)[0]!
    const unit = router.find(method === 'HEAD' ? 'GET' : method, path)?.unit
    const name = unit?.id ?? `${method} ${path}`
    const own = unit === undefined || method === 'HEAD' ? [] : judgeAnswer(unit, exchange.answer)
    for (const remark of [...own, ...(await compareWithWorld(world, exchange))])
      this.#add({ ...remark, unit: name, ...(where !== undefined && { where }), count: 1 })
  }

  /** Adds what another audit found. */
  add({ findings, notes, judged, notJudged }: AuditReport): void {
    this.#judged += judged
    for (const [what, count] of Object.entries(notJudged)) this.skip(what, count)
    for (const item of [...findings, ...notes]) this.#add(item)
  }

  #add(item: AuditItem): void {
    const { unit, where, statement, says, count } = item
    const key = JSON.stringify([unit, where, statement, says])
    this.#items.set(key, { ...item, count: (this.#items.get(key)?.count ?? 0) + count })
  }

  report(): AuditReport {
    const items = [...this.#items.values()]
    return {
      findings: items.filter(({ level }) => level === 'finding'),
      notes: items.filter(({ level }) => level === 'note'),
      judged: this.#judged,
      notJudged: Object.fromEntries(this.#notJudged),
    }
  }
}

/** Adds up the audits of several test files. */
export function mergeAudits(reports: readonly AuditReport[]): AuditReport {
  const audit = new Audit()
  for (const report of reports) audit.add(report)
  return audit.report()
}

/** Converts an audit for the writers of reports. */
export function describeAudit(report: AuditReport): Report {
  const { findings, notes, judged, notJudged } = report
  return {
    title: 'Answers of mocks against the contract',
    sections: [],
    findings: [...findings.map((item) => describe(item, 'error')), ...notes.map((item) => describe(item, 'warning'))],
    remarks: Object.entries(notJudged).map(([what, count]) => `Not judged: ${what}, ${times(count)}`),
    summary: `${plural(judged, 'answer')} judged: ${plural(findings.length, 'finding')}, ${plural(notes.length, 'note')}`,
    document: report,
  }
}

function describe(
  { level, unit, where, says, statement, count }: AuditItem,
  as: ReportFinding['level'],
): ReportFinding {
  const place = where === undefined ? unit : `${unit} in ${where}`
  const sentence = statement.startsWith('A-')
    ? `We assume: ${assumptionTitle(statement as never)}`
    : findSentence(statement)
  return {
    level: as,
    kind: level,
    title: `${place}: ${says} (${statement}), ${times(count)}`,
    ...(where !== undefined && /:\d+$/.test(where) && { file: where.replace(/:\d+$/, '') }),
    lines: [sentence],
  }
}
