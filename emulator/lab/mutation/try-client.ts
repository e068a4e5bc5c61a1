import type { Emulator } from '../../host/emulator.ts'
import { runWorldBaseline } from '../engine/baseline.ts'
import { callNames } from '../engine/call-names.ts'
import { wideLimits, type Client, type Limits } from '../engine/client.ts'
import { Deadline } from '../engine/deadline.ts'
import { limitFor } from '../engine/limit-for.ts'
import { ask, type Question } from '../engine/question.ts'
import type { Seen } from '../engine/subject.ts'
import type { Variant } from '../engine/variant.ts'
import { WorldSubject } from '../engine/world-subject.ts'
import { inOrderOfWeight, type MutantOutcome } from './report.ts'
import type { TriedSuite, Trial } from './try-suite.ts'

/** Factor by which a broken sentence may multiply the calls of a client. */
const MORE_CALLS = 20

/** Runs a client as it is, then with each variant of the statements that it met. Rejects as `tryServed`. */
export async function tryClient(
  client: Client,
  base: Emulator,
  variants: readonly Variant[],
  { budget, stop, timeLimit, jobs, timeoutsKill = false, live }: Omit<Trial, 'program' | 'env'>,
): Promise<Omit<TriedSuite, 'formatRerun'>> {
  const deadline = new Deadline(budget, stop)
  try {
    const baseline = await runWorldBaseline(new WorldSubject(client, base), wideLimits(FIRST_MS), deadline)
    const { subject, first, tookMs } = baseline
    const met = first.met()
    const timeMs = timeLimit ?? limitFor(tookMs)
    const calls = MORE_CALLS * (callNames(first.calls).length + first.openings + 1)
    const limits: Limits = { ...wideLimits(timeMs), calls }
    const isMet = ({ statements: [id = ''] }: Variant): boolean => met.has(id)
    const question: Question<Variant, MutantOutcome> = {
      name: 'mutate',
      variants: () => inOrderOfWeight(variants.filter(isMet)),
      judge: (variant, seen) => judge(variant, seen, timeoutsKill),
      isFinding: ({ status }) => status === 'survived',
    }
    const decided = new Map<string, MutantOutcome>()
    for await (const event of ask(question, { subject, baseline, deadline, jobs, limits: () => limits })) {
      if (event.kind === 'baseline') live.begin(event.of)
      if (event.kind !== 'tried') continue
      decided.set(event.variant.id, event.result)
      live.decided(event.result)
    }
    const outcomes = variants.map(
      (each) => decided.get(each.id) ?? makeOutcome(each, { status: isMet(each) ? 'undecided' : 'unmet' }),
    )
    return { outcomes, met }
  } finally {
    deadline.close()
  }
}

/** Real milliseconds that the run as it is may take. */
const FIRST_MS = 600_000

function makeOutcome(
  { id, says: breaks, statements: [clause = ''] }: Variant,
  more: Pick<MutantOutcome, 'status' | 'noticed'>,
): MutantOutcome {
  return { id, clause, breaks, metBy: [], ...more }
}

function judge(variant: Variant, { end, said, altered }: Seen, timeoutsKill: boolean): MutantOutcome {
  if (end === 'hung' && !timeoutsKill) return makeOutcome(variant, { status: 'timeout' })
  if (end !== 'succeeded') return makeOutcome(variant, { status: 'killed', noticed: said })
  return makeOutcome(variant, { status: altered().has(variant.id) ? 'survived' : 'unshown' })
}
