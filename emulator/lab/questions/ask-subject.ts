import type { AssumptionId } from '../../contract/assumptions.ts'
import { contractStamp } from '../../contract/stamp.ts'
import { type NamedAlternative, alternatives } from '../../contract/variants.ts'
import { statementIds } from '../../engine/coverage/statements.ts'
import type { KeptExchange } from '../../engine/journal/entry.ts'
import { unitsResting } from '../../host/documents/citations.ts'
import { askAll, type Begun, type Live } from '../engine/begun.ts'
import type { Question as LabQuestion } from '../engine/question.ts'
import type { Seen } from '../engine/subject.ts'
import { vary, type Variant, chooseVariants } from '../engine/variant.ts'
import { findEffect } from './find-difference.ts'
import type { QuestionsOptions } from './options.ts'
import { inOrderOfEffect, makeQuestion, type Question, type QuestionsReport } from './report.ts'
import { isAnswered } from '../../host/facts/facts.ts'

/** Factor by which an alternative may multiply the calls of a client, as with pages of 3 instead of 1000 items. */
export const MORE_CALLS = 400

/** A world that follows an alternative. */
interface AlternativeVariant extends Variant {
  readonly alternative: NamedAlternative
}

/** The question that alternatives ask, once it is known which of them are tried. */
function openQuestion({ tried }: Chosen, options: QuestionsOptions): LabQuestion<AlternativeVariant, Question> {
  return {
    name: 'questions',
    variants: () => tried.map((alternative) => ({ ...vary(alternative), alternative })),
    judge: ({ alternative }, seen, { first, masks }) =>
      makeQuestion(alternative, findEffect(alternative, first, seen, masks), options),
    isFinding: ({ matters, accepted }) => matters && accepted !== true,
    recall: ({ accepted: _, ...known }) => ({
      ...known,
      ...(known.matters && options.accept?.includes(known.alternative) === true && { accepted: true }),
    }),
  }
}

/** Tries each alternative to an assumption that a subject met. */
export async function askSubject(
  begun: Begun,
  options: QuestionsOptions,
  live?: Live<Question>,
): Promise<QuestionsReport> {
  const chosen = choose(begun.baseline.first, options)
  const found = await askAll(openQuestion(chosen, options), begun, MORE_CALLS, live)
  return makeReport(begun.subject.name, chosen, found, options)
}

/** Creates the report of a run from the questions that were tried. */
function makeReport(
  subject: string,
  { tried, settled, notMet }: Chosen,
  found: ReadonlyMap<string, Question>,
  { accept = [] }: Pick<QuestionsOptions, 'accept'>,
): QuestionsReport {
  const questions = tried.flatMap(({ id }) => found.get(id) ?? [])
  return {
    contract: contractStamp(),
    subject,
    questions: inOrderOfEffect(questions),
    settled,
    notMet,
    left: tried.filter(({ id }) => !found.has(id)).map(({ id }) => id),
    stale: questions
      .filter(({ alternative, matters, shown }) => shown && !matters && accept.includes(alternative))
      .map(({ alternative }) => alternative),
  }
}

/** Alternatives to try, and those that need no try. */
interface Chosen {
  readonly tried: readonly NamedAlternative[]
  /** Ids of alternatives that facts have settled. */
  readonly settled: readonly string[]
  readonly notMet: number
}

/** Chooses the alternatives to the assumptions that were met. */
function choose(first: Seen, { only, facts }: Pick<QuestionsOptions, 'only' | 'facts'>): Chosen {
  const met = first.met()
  const all = chooseVariants(alternatives, only)
  const reached = all.filter(({ statement }) => met.has(statement))
  const isSettled = (each: NamedAlternative): boolean =>
    facts !== undefined && isAnswered(each, facts, findUnits(first, each.statement))
  return {
    tried: reached.filter((each) => !isSettled(each)),
    settled: reached.filter(isSettled).map(({ id }) => id),
    notMet: all.length - reached.length,
  }
}

/** Units whose answers may have rested on a statement in a run. */
function findUnits({ calls, units }: Seen, statement: AssumptionId): ReadonlySet<string> {
  if (calls !== undefined)
    return new Set(calls.flatMap((call) => (call.unit !== undefined && cites(call, statement) ? [call.unit.id] : [])))
  const asked = units?.()
  return new Set(unitsResting(statement).filter((id) => asked?.has(id) !== false))
}

function cites({ citations }: KeptExchange, statement: AssumptionId): boolean {
  return citations.positions.some((position) => statementIds[position] === statement)
}
