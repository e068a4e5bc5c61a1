import type { ApiError } from '../../contract/api-error.ts'
import { type AssumptionId, type IndexedAlternative, isAssumptionId } from '../../contract/assumption-ids.ts'
import { cites } from '../../engine/coverage/citation-set.ts'
import { meetings } from '../../engine/coverage/meetings.ts'
import type { Exchange } from '../../engine/kernel/exchange.ts'
import type { Attempt, Decider } from '../../engine/kernel/host.ts'
import { mergeRedos, type Redo } from '../../engine/kernel/redo.ts'
import type { WireResponse } from '../../engine/kernel/wire.ts'
import { mutators } from './mutators.ts'

/**
 * Answers by the alternatives of the world whose assumption the answer rests on. One that performs the request again
 * comes before those that edit the answer, and what it answers may rest on others. Answers that a trigger made stay.
 */
export const answerOtherwise: Decider = (first, attempt) => {
  if (first.failure?.injected) return first
  const left = new Set(first.world.inForce.alternatives)
  let exchange = first
  let redo: Redo = {}
  for (const edits of [false, true]) {
    for (let next = find(left, exchange, edits); next !== undefined; next = find(left, exchange, edits)) {
      left.delete(next)
      const sent: Redo[] = []
      const again = (more: Redo): Exchange => {
        sent.push(more)
        return attempt.again(mergeRedos(redo, more))
      }
      const done = apply(next, exchange, { before: attempt.before, again })
      if (done !== exchange) redo = mergeRedos(redo, sent.at(-1) ?? {})
      exchange = done
    }
  }
  return exchange
}

function find(left: Iterable<IndexedAlternative>, exchange: Exchange, edits: boolean): IndexedAlternative | undefined {
  for (const each of left)
    if (isEdit(each) === edits && cites(exchange.citations, each.assumption) && isCase(each, exchange)) return each
  return undefined
}

/** Checks that the alternative is about this answer. */
function isCase({ when = {}, assumption }: IndexedAlternative, exchange: Exchange): boolean {
  const { answer, units, input } = when
  const { failure, unit, params, body } = exchange
  if (answer === 'success' && failure !== undefined) return false
  if (answer === 'refusal' && !decides(assumption, failure)) return false
  if (units !== undefined && !units.includes(unit?.id as never)) return false
  const given: Readonly<Record<string, unknown>> = { ...body, ...params }
  return Object.entries(input ?? {}).every(([name, value]) => given[name] === value)
}

/** Checks that a refusal rests on the assumption, and on no sentence of the specification. */
function decides(assumption: AssumptionId, { cites: reasons = [] }: Partial<ApiError> = {}): boolean {
  return reasons.includes(assumption) && reasons.every(isAssumptionId)
}

function isEdit({ by }: IndexedAlternative): boolean {
  return by.mutator === 'answer' || by.mutator === 'wire' || by.mutator === 'omit-assumed'
}

function isSameAnswer(one: WireResponse, other: WireResponse): boolean {
  if (one === other) return true
  return one.body === other.body && one.status === other.status && one.headers.join('\n') === other.headers.join('\n')
}

/** Carries out an alternative. The answer rests on its assumption, and says so where it differs. */
function apply({ id, assumption, says, by }: IndexedAlternative, exchange: Exchange, attempt: Attempt): Exchange {
  const before = exchange.response
  const decided = mutators[by.mutator](by as never, exchange, attempt)
  decided.cite(assumption)
  const isSetting = by.mutator === 'settings'
  if (!isSetting && isSameAnswer(decided.response!, before!)) return decided
  const told = exchange.broken?.otherwise ?? []
  decided.broken = { ...decided.broken, otherwise: [...told, id] }
  meetings?.broke(id)
  decided.note(`otherwise, ${id}: ${says}`)
  return decided
}
