import { askAll, type Begun, type Live } from '../engine/begun.ts'
import type { Question } from '../engine/question.ts'
import type { Met, Seen } from '../engine/subject.ts'
import type { Variant } from '../engine/variant.ts'
import { inOrderOfWeight, type MutantOutcome } from './report.ts'

/** Factor by which a broken sentence may multiply the calls of a client. */
const MORE_CALLS = 20

interface Options {
  /** A run that does not end in time counts as having noticed the mutant. */
  readonly timeoutsKill?: boolean | undefined
  readonly live?: Live<MutantOutcome>
}

/** Tries each mutant of a statement that a subject met. Outcomes are in the order of the mutants. */
export async function tryMutants(
  begun: Begun,
  variants: readonly Variant[],
  { timeoutsKill = false, live }: Options = {},
): Promise<readonly MutantOutcome[]> {
  const met = begun.baseline.first.met()
  const before = new Map(variants.map((each) => [each.id, undecided(each, met)]))
  const question: Question<Variant, MutantOutcome> = {
    name: 'mutate',
    variants: () => inOrderOfWeight(variants.filter(({ id }) => before.get(id)!.status !== 'unmet')),
    judge: ({ id }, seen) => judge(before.get(id)!, seen, timeoutsKill),
    isFinding: ({ status }) => status === 'survived',
    recall: (known) => ({ ...known, status: known.status === 'accepted' ? 'survived' : known.status }),
  }
  const decided = await askAll(question, begun, MORE_CALLS, live)
  return variants.map(({ id }) => decided.get(id) ?? before.get(id)!)
}

/** The outcome of a mutant before any run. */
function undecided({ id, statements: [clause = ''], says: breaks }: Variant, met: Met): MutantOutcome {
  const by = met.get(clause)
  if (by === undefined) return { id, clause, breaks, status: 'unmet', metBy: [] }
  const files = by.files === undefined ? {} : { files: by.files }
  return { id, clause, breaks, status: 'undecided', metBy: by.names, ...files }
}

function judge(outcome: MutantOutcome, { end, said, tests, altered }: Seen, timeoutsKill: boolean): MutantOutcome {
  if (end === 'succeeded') return { ...outcome, status: altered().has(outcome.id) ? 'survived' : 'unshown' }
  if (end === 'hung' && !timeoutsKill) return { ...outcome, status: 'timeout' }
  const { failures = [], failedFiles = [] } = tests ?? {}
  const named = failures.filter(({ name }) => name !== '')
  const noticedBy = [...new Set(named.length > 0 ? named.map(({ name }) => name) : failedFiles)]
  const noticed = named[0]?.message ?? said
  return { ...outcome, status: 'killed', noticed, ...(noticedBy.length > 0 && { noticedBy }) }
}
