import type { Case } from '../../contract/cases.ts'
import { casesByClause, clauses, type ClauseId } from '../../contract/clauses.ts'
import { withGroups } from '../../contract/clause-groups.ts'
import { didYouMeanId } from '../../engine/checking/did-you-mean-id.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { Analysis, Divergence } from './analyse.ts'
import type { DriftClause } from './drift-report.ts'
import { ExchangeCases } from './exchange-cases.ts'
import { differs } from './hypotheses.ts'
import { reportExchange } from './report-exchange.ts'
import type { ReportContext } from './report-exchange.ts'
import { EXISTING } from './probe-files.ts'
import { COPIED, type TimelineStep } from './timeline.ts'

/**
 * Clauses of the REST and realtime API, or those with ids or groups in `only`. Throws `EmulatorError` for an unknown
 * name.
 */
export function chooseClauses(only: readonly string[] | undefined): ClauseId[] {
  const service = clauses.filter(({ wire }) => wire !== 'client').map(({ id }) => id)
  if (only === undefined) return service
  const isNamed = (id: string, name: string): boolean => id === name || id.startsWith(`${name}.`)
  const unknown = only.find((name) => !service.some((id) => isNamed(id, name)))
  if (unknown !== undefined)
    throw new EmulatorError(
      `only: there is no clause or group of clauses '${unknown}' of the service${didYouMeanId(unknown, withGroups(service))}`,
    )
  return service.filter((id) => only.some((name) => isNamed(id, name)))
}

/** The verdict of each clause. */
export function judgeClauses(analysis: Analysis, chosen: readonly ClauseId[], context: ReportContext): DriftClause[] {
  const held = new Map<string, Held>()
  const undecided = new Map<string, { count: number; reason: string }>()
  const before = listCopied(analysis)
  const exchangeCases = new ExchangeCases()
  for (const [at, step] of analysis.steps.entries()) {
    const { twin } = step
    const cases = exchangeCases.list(step, analysis.before[at]!)
    for (const id of twin.statements) {
      // The twin has the records of an earlier listing, so a repetition of this listing shows nothing new.
      if (step.undecided === undefined && isOfExisting(step) && before.get(twin.unit?.id)?.has(id) === true) continue
      if (step.undecided !== undefined) {
        const { count, reason } = undecided.get(id) ?? { count: 0, reason: step.undecided }
        undecided.set(id, { count: count + 1, reason })
      } else if (!differs(step)) {
        const { count, asked } = held.get(id) ?? { count: 0, asked: new Set<Case>() }
        for (const each of casesByClause.has(id) ? cases : []) asked.add(each)
        held.set(id, { count: count + 1, asked })
      }
    }
  }
  for (const {
    explainedBy,
    clauses: [first, ...others],
    steps,
  } of analysis.divergences)
    for (const id of explainedBy === 'citation' ? others : [])
      undecided.set(id, undecided.get(id) ?? { count: 0, reason: describeOther(first!, steps) })
  const blamed = groupByClause(analysis.divergences)
  return chosen.map((id) => {
    const own = blamed.get(id)
    if (own !== undefined) return judgeBlamed(id, own, context)
    const kept = held.get(id)
    if (kept !== undefined) return judgeHeld(id, kept)
    const open = undecided.get(id)
    if (open !== undefined) return { id, verdict: 'undecided', ...open }
    return { id, verdict: 'not-reached', count: 0 }
  })
}

/** Exchanges in which a clause held, and the cases that they show. */
interface Held {
  readonly count: number
  readonly asked: Set<Case>
}

/** The verdict of a clause that was not contradicted: `held` if it held in all its cases. */
function judgeHeld(id: ClauseId, { count, asked }: Held): DriftClause {
  const all = casesByClause.get(id)
  if (all === undefined) return { id, verdict: 'held', count }
  const notAsked = all.filter((each) => !asked.has(each))
  const cases = { held: all.filter((each) => asked.has(each)), notAsked }
  return { id, verdict: notAsked.length === 0 ? 'held' : 'partly', count, cases }
}

function describeOther(blamed: ClauseId, [step]: Divergence['steps']): string {
  return `it rests on exchange ${step!.exchange.number}, where the answers differ, which contradicts ${blamed}`
}

function isOfExisting({ exchange }: TimelineStep): boolean {
  return exchange.asked.probe === EXISTING
}

/** Statements of the answers whose records were copied to the twin, by unit. */
function listCopied({ steps }: Analysis): ReadonlyMap<string | undefined, ReadonlySet<string>> {
  const copied = new Map<string | undefined, Set<string>>()
  for (const { twin, undecided } of steps) {
    if (undecided !== COPIED) continue
    const known = copied.get(twin.unit?.id) ?? new Set()
    for (const id of twin.statements) known.add(id)
    copied.set(twin.unit?.id, known)
  }
  return copied
}

/**
 * Divergences by the clauses that they are attributed to; those that name a clause first come first. For citations,
 * only the first clause counts.
 */
function groupByClause(divergences: readonly Divergence[]): Map<ClauseId, Divergence[]> {
  const blamed = new Map<ClauseId, Divergence[]>()
  for (const divergence of divergences)
    for (const [place, id] of listBlamed(divergence).entries()) {
      const list = blamed.get(id) ?? []
      if (place === 0) list.unshift(divergence)
      else list.push(divergence)
      blamed.set(id, list)
    }
  return blamed
}

function listBlamed({ explainedBy, clauses: all }: Divergence): readonly ClauseId[] {
  return explainedBy === 'mutant' ? all : all.slice(0, 1)
}

function judgeBlamed(id: ClauseId, divergences: readonly Divergence[], context: ReportContext): DriftClause {
  const [{ explainedBy, clauses: all, steps }] = divergences as [Divergence]
  return {
    id,
    verdict: 'contradicted',
    count: divergences.reduce((sum, each) => sum + each.steps.length, 0),
    explainedBy,
    ...(all.length > 1 && (explainedBy === 'mutant' ? { oneOf: all } : { sameAnswer: all.slice(1) })),
    exchange: reportExchange(steps[0]!, id, context),
  }
}
