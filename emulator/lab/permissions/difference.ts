import { isAssumedCode } from '../../contract/errors.ts'
import { plural } from '../../engine/checking/plural.ts'
import { citedStatements, type CitationSet } from '../../engine/coverage/citation-set.ts'
import type { Exchange } from '../../engine/kernel/exchange.ts'
import { Binary } from '../../engine/kernel/unit/binary.ts'
import { documentedResult } from '../../engine/kernel/unspecified/refuse.ts'
import type { World } from '../../engine/world/world.ts'
import { canonicalWorld, worldDifferences } from '../engine/canonical.ts'
import { findMasks } from '../engine/output.ts'
import type { Trial } from './trial.ts'
import type { Fields } from '../../engine/checking/is-object.ts'

/** The difference between the answers to two keys, or between their effects. */
export interface AccessDifference {
  /** `gets 403 forbidden: This needs write access to …`, `gets another answer: revisions has 2 records, not 4`. */
  readonly difference: string
  /** Clauses and assumptions that decide it. */
  readonly clauses: readonly string[]
}

/**
 * Finds a difference between a trial and the recorded answer: in the status, in documented parts of the answer, or in
 * the effect on the world. Both start in `before`, so that they draw the same ids. Undefined if there is no difference.
 */
export function findDifference(answered: Trial, tried: Trial, before: World): AccessDifference | undefined {
  const difference =
    refusalDifference(answered.exchange, tried.exchange) ??
    answerDifference(answered.exchange, tried.exchange) ??
    effectDifference(answered, tried, before)
  return difference === undefined
    ? undefined
    : { difference, clauses: clausesBehind(answered.exchange, tried.exchange) }
}

function refusalDifference(answered: Exchange, tried: Exchange): string | undefined {
  if (answered.response!.status === tried.response!.status && documentedCode(answered) === documentedCode(tried))
    return undefined
  return describeStatus(tried)
}

/** A code that no sentence names may be another one tomorrow. */
function documentedCode({ failure }: Exchange): string | undefined {
  return failure === undefined || isAssumedCode(failure.code) ? undefined : failure.code
}

/** `gets 403 forbidden: This needs write access to …`. */
export function describeStatus({ failure, response }: Exchange): string {
  const { status } = response!
  return failure === undefined ? `gets ${status}, and no refusal` : `gets ${status} ${failure.code}: ${failure.message}`
}

function answerDifference(answered: Exchange, tried: Exchange): string | undefined {
  const [right, own] = [documentedAnswer(answered), documentedAnswer(tried)]
  if (JSON.stringify(right) === JSON.stringify(own)) return undefined
  return `gets another answer: ${describeFields(right, own)}`
}

/** The part of an answer that clients may rely on, bytes of a file as a list of numbers. */
function documentedAnswer({ result, unit }: Exchange): Fields {
  if (result === undefined) return {}
  if (!(result instanceof Binary)) return documentedResult(unit!, result as Fields)
  return { ...documentedResult(unit!, result.fields), file: [...result.data] }
}

/** Names lists by their lengths, other values by their place. */
function describeFields(right: Fields, own: Fields): string {
  const texts = Object.keys({ ...right, ...own }).flatMap((name) => {
    const [expected, got] = [right[name], own[name]]
    if (Array.isArray(expected) && Array.isArray(got) && expected.length !== got.length)
      return [`${name} has ${plural(got.length, 'record')}, not ${expected.length}`]
    return findMasks(expected, got, name)
  })
  return texts.slice(0, MAX_TEXTS).join(', ')
}

const MAX_TEXTS = 3

function effectDifference(answered: Trial, tried: Trial, before: World): string | undefined {
  // Two worlds that were not written to are the one that they began as.
  if ([answered, tried].every(({ world }) => world.state.version === before.state.version)) return undefined
  const [first] = worldDifferences(canonicalWorld(answered.world, before), canonicalWorld(tried.world, before))
  // The records themselves may hold secrets.
  return first && `has another effect: the records of ${first.split(' ', 2)[1]} differ`
}

/** The statements of a refusal; for other answers, those that only one of the two cites. */
function clausesBehind(answered: Exchange, tried: Exchange): readonly string[] {
  if (tried.failure !== undefined) return listCited(tried)
  return [...newStatements(answered, tried), ...newStatements(tried, answered)]
}

/** The statements that a refusal names. */
export function listCited({ failure }: Exchange): readonly string[] {
  return failure?.cites ?? []
}

function newStatements(answered: Exchange, tried: Exchange): string[] {
  const known = new Set(listStatements(answered.citations))
  return listStatements(tried.citations).filter((id) => !known.has(id))
}

function listStatements(citations: CitationSet): string[] {
  const { clauses, assumptions } = citedStatements(citations)
  return [...clauses, ...assumptions]
}
