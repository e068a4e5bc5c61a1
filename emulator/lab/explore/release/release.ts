import { contractStamp } from '../../../contract/stamp.ts'
import { groupBy } from '../../../engine/checking/counts.ts'
import type { Rules } from '../../../engine/world/rules.ts'
import type { Emulator } from '../../../host/emulator.ts'
import { BaselineError, runWorldBaseline, type WorldBaseline } from '../../engine/baseline.ts'
import { wideLimits, type Client, type Limits } from '../../engine/client.ts'
import { hasSameAnswers } from '../../engine/call-names.ts'
import { Deadline } from '../../engine/deadline.ts'
import { masked } from '../../engine/output.ts'
import { ask, type Question } from '../../engine/question.ts'
import type { Seen } from '../../engine/subject.ts'
import { WorldSubject, type Observed } from '../../engine/world-subject.ts'
import type { ShownOutcome } from '../finding-scenarios/outcome-scenario.ts'
import { judgeTogether, nameResult, type Ended, type TogetherResult } from '../together/judge.ts'
import { readEnd as showEnd, readStep, type LadderStep, type ShownCase } from '../together/ladder.ts'
import { sortFindings } from '../together/report.ts'
import type { TogetherSettings } from '../together/together.ts'
import { listMixes, mixVariant, readMix, type MixVariant } from './mixes.ts'
import type { ReleaseFinding, ReleaseReport } from './report.ts'

/** How mixes are tried; `stop` and `onTried` as for copies. */
export interface ReleaseSettings extends Omit<TogetherSettings, 'idleMs'> {
  /** Runs at the same time; default 1. */
  readonly jobs?: number | undefined
  /** Changes of the release that no rule can show, one line each. */
  readonly left?: readonly string[] | undefined
}

const TIME_MS = 10_000
/** Maximum of mixes that are tried without a budget, and with one. */
const MOST = 256
const MOST_IN_BUDGET = 100_000
/** Factor by which a mix may multiply the calls of a client, as with pages of 3 instead of 1000 items. */
const MORE_CALLS = 400

/** A mix with its run, and how it differs from both releases. */
interface Tried {
  readonly variant: MixVariant
  readonly run: Observed
  readonly result: TogetherResult
}

/**
 * Runs a client while each of its requests meets the old or the new release of a service, over one state. A finding is
 * an outcome that it has under neither of them alone. Rejects with `BaselineError` for a client that fails under one.
 */
export async function exploreRelease(
  client: Client,
  base: Emulator,
  rules: Rules,
  settings: ReleaseSettings,
): Promise<ReleaseReport> {
  const deadline = new Deadline(settings.budgetMs, settings.stop)
  const wide = wideLimits(settings.timeMs ?? TIME_MS)
  try {
    const baseline = await runWorldBaseline(new WorldSubject(client, base), wide, deadline)
    const next = await runNew(baseline, rules, wide, deadline)
    const requests = Math.max(countRequests(baseline.first), countRequests(next))
    const limits = { ...wide, calls: MORE_CALLS * (requests + 1) }
    const question = openQuestion(baseline, next, rules, requests, settings)
    const tried: Tried[] = []
    const { subject } = baseline
    for await (const event of ask(question, {
      subject,
      baseline,
      deadline,
      limits: () => limits,
      plan: async () => ({ jobs: settings.jobs }),
    })) {
      if (event.kind !== 'tried') continue
      tried[event.number] = event.result
      settings.onTried?.(event.done, event.of)
    }
    return makeReport(client.name, tried.filter(Boolean), { baseline, next, requests, settings, timeMs: wide.timeMs })
  } finally {
    deadline.close()
  }
}

/** The run in which all requests meet the new release. */
async function runNew(
  { subject }: WorldBaseline,
  rules: Rules,
  limits: Limits,
  { signal }: Deadline,
): Promise<Observed> {
  const run = await subject.run(mixVariant(['new'], rules).overlay, limits, signal)
  if (run.end !== 'succeeded')
    throw new BaselineError(
      `${subject.name} fails where all requests meet the new release, so no mix is tried: ${run.said}`,
    )
  return run
}

function openQuestion(
  baseline: WorldBaseline,
  next: Observed,
  rules: Rules,
  requests: number,
  { budgetMs, case: one }: ReleaseSettings,
): Question<MixVariant, Tried> {
  const most = budgetMs === undefined ? MOST : MOST_IN_BUDGET
  const mixes = one === undefined ? listMixes(requests) : [readMix(one)]
  const alone = [baseline.first, next].map((run) => readEnd(run, baseline))
  return {
    name: 'release',
    variants: () => Array.from(take(mixes, most), (mix) => mixVariant(mix, rules)),
    judge: (variant, seen) => {
      const run = seen as Observed
      return { variant, run, result: judgeTogether(readEnd(run, baseline), alone) }
    },
    isFinding: ({ result }) => result.verdict !== undefined,
  }
}

function* take<T>(items: Iterable<T>, most: number): Generator<T> {
  let count = 0
  for (const item of items) {
    if (count++ === most) return
    yield item
  }
}

function readEnd(run: Observed, { masks }: WorldBaseline): Ended {
  return { outcomes: [run.outcome], outputs: [masked(run.output, masks)], world: run.world }
}

/** Number of requests, or of calls on sockets if there are more. */
function countRequests({ calls = [] }: Seen): number {
  const known = calls.filter(({ unit }) => unit !== undefined)
  const http = known.filter(({ via }) => via === 'http').length
  return Math.max(http, known.length - http)
}

interface Behind {
  readonly baseline: WorldBaseline
  readonly next: Observed
  readonly requests: number
  readonly settings: ReleaseSettings
  readonly timeMs: number
}

function makeReport(subject: string, tried: readonly Tried[], behind: Behind): ReleaseReport {
  const { baseline, next, requests, settings } = behind
  // Mixes are tried by their number of switches: the first of a kind is the shortest.
  const byName = groupBy(tried, ({ result }) => (result.verdict === undefined ? '' : nameResult(result)))
  byName.delete('')
  const found = Array.from(byName, ([id, all]) => ({ finding: makeFinding(id, all), shortest: all[0]! }))
  const sorted = sortFindings(
    found.map(({ finding }) => finding),
    settings.accept,
  )
  for (const { finding, shortest } of found)
    if (sorted.findings.includes(finding)) settings.onFound?.(showOutcome(finding, shortest, behind))
  return {
    contract: contractStamp(),
    subject,
    mixes: { of: settings.case === undefined ? 2 ** requests - 2 : 1, tried: tried.length },
    ...sorted,
    left: settings.left ?? [],
    notes: [
      ...(hasSameAnswers(baseline.first.calls, next.calls)
        ? ['the new release answers all requests of this client as the old one: nothing was compared']
        : []),
      ...[...new Set(tried.flatMap(({ result: { note } }) => note ?? []))]
        .slice(0, 3)
        .map((note) => `in some mixes the client notices, and says so: ${note}`),
    ],
    ...(settings.case !== undefined && tried[0] !== undefined && { case: showCase(subject, tried[0].run) }),
  }
}

function makeFinding(id: string, all: readonly Tried[]): ReleaseFinding {
  const { variant, run, result } = all[0]!
  const steps = listSteps(run)
  return { id, verdict: result.verdict!, because: result.because, mix: variant.id, steps, mixes: all.length }
}

function showCase(subject: string, run: Observed): ShownCase {
  return { steps: listSteps(run), ends: [showEnd(subject, run.outcome)] }
}

function listSteps({ calls }: Observed): LadderStep[] {
  return calls.map((call) => ({ ...readStep(call), copy: call.under === undefined ? 'old' : 'new' }))
}

function showOutcome(
  finding: ReleaseFinding,
  { run, variant }: Tried,
  { baseline, next, timeMs }: Behind,
): ShownOutcome {
  return {
    finding,
    case: finding.mix,
    plan: variant.overlay,
    run: readEnd(run, baseline),
    rights: [baseline.first, next].map((right) => readEnd(right, baseline)),
    start: baseline.subject.startWorld(),
    masks: [baseline.masks],
    timeMs,
  }
}
