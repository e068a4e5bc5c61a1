import { ApiError } from '../../contract/api-error.ts'
import { isAssumptionId, type AssumptionId } from '../../contract/assumption-ids.ts'
import { errorFacts } from '../../contract/errors.ts'
import type { StatementVariant } from '../../contract/variants.ts'
import { citedStatements, cites } from '../../engine/coverage/citation-set.ts'
import { meetings } from '../../engine/coverage/meetings.ts'
import type { Exchange } from '../../engine/kernel/exchange.ts'
import type { Attempt, Host, Respond } from '../../engine/kernel/host.ts'
import { mergeRedos, type Redo } from '../../engine/kernel/redo.ts'
import { keepTrace } from '../../engine/kernel/steps.ts'
import type { WireResponse } from '../../engine/kernel/wire.ts'
import { differs } from '../../engine/trace/changes.ts'
import type { Table } from '../../engine/world/table.ts'
import type { Snapshot } from '../../engine/world/world-state.ts'
import type { World } from '../../engine/world/world.ts'
import { editOtherFields } from './edit-other-fields.ts'
import { mutators } from './mutators.ts'

/** Answers a request by the alternatives in force first, then by the mutants. */
export const answerByVariants: Host['alter'] = (world, respond) => {
  const { alternatives, mutants } = world.inForce
  const decided: Respond =
    alternatives.length === 0 ? respond : (redo) => change(world, respond, redo, followAlternatives)
  return mutants.length === 0 ? decided() : change(world, decided, undefined, applyMutants)
}

/** Answers a request, and lets variants change the answer. One that a trigger made stays. */
function change(
  world: World,
  respond: Respond,
  redo: Redo | undefined,
  act: (first: Exchange, attempt: Attempt) => Exchange,
): Exchange {
  const before = world.snapshot()
  const first = respond(redo)
  if (first.failure?.injected) return first
  return keepTrace(first, act(first, { before, again: (more) => respond(mergeRedos(redo ?? {}, more)) }))
}

/**
 * Answers by the alternatives whose assumption the answer rests on. One that performs the request again comes before
 * those that edit the answer, and what it answers may rest on others.
 */
function followAlternatives(first: Exchange, attempt: Attempt): Exchange {
  const left = new Set<StatementVariant>(first.world.inForce.alternatives)
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
      const done = carryOut(next, exchange, { before: attempt.before, again })
      if (done !== exchange) redo = mergeRedos(redo, sent.at(-1) ?? {})
      exchange = done
    }
  }
  return exchange
}

function find(left: Iterable<StatementVariant>, exchange: Exchange, edits: boolean): StatementVariant | undefined {
  for (const each of left)
    if (isEdit(each) === edits && restsOn(exchange, each.statement) && isCase(each, exchange)) return each
  return undefined
}

/** Checks that an answer, or that the request came so far, rests on a statement. */
function restsOn({ citations, passed }: Exchange, statement: StatementVariant['statement']): boolean {
  return cites(citations, statement) || cites(passed, statement)
}

/** Checks that a variant is about this answer. */
function isCase({ when = {}, statement }: StatementVariant, exchange: Exchange): boolean {
  const { answer, units, input } = when
  const { failure, unit, params, body } = exchange
  if (answer === 'success' && failure !== undefined) return false
  if (answer === 'refusal' && !decides(statement, failure)) return false
  if (answer === 'admitted' && exchange.identified instanceof ApiError) return false
  if (units !== undefined && !units.includes(unit?.id as never)) return false
  const given: Readonly<Record<string, unknown>> = { ...body, ...params }
  return Object.entries(input ?? {}).every(([name, value]) => given[name] === value)
}

/** Checks that a refusal rests on the assumption, and on no sentence of the specification. */
function decides(assumption: string, { cites: reasons = [] }: Partial<ApiError> = {}): boolean {
  return reasons.includes(assumption as never) && reasons.every(isAssumptionId)
}

function isEdit({ by }: StatementVariant): boolean {
  return by.mutator === 'answer' || by.mutator === 'wire' || by.mutator === 'omit-assumed'
}

/** Applies the first mutant whose clause the answer rests on, and those after it that change other fields. */
function applyMutants(first: Exchange, attempt: Attempt): Exchange {
  const applied: StatementVariant[] = []
  let exchange = first
  for (const mutant of first.world.inForce.mutants) {
    if (!cites(first.citations, mutant.statement)) continue
    if (!applied.every(({ by }) => editOtherFields(by, mutant.by))) continue
    exchange = carryOut(mutant, exchange, attempt)
    applied.push(mutant)
  }
  return exchange
}

/** Checks that a client is sent the same: to notifications that succeed, nothing. */
function isSentSame(one: Sent, other: Sent): boolean {
  return one.silent === other.silent && (one.silent === true || isSameAnswer(one.response, other.response))
}

/** Answer as a client is sent it. */
interface Sent {
  readonly response: WireResponse | undefined
  /** True for a notification: nothing. */
  readonly silent: boolean | undefined
}

const readSent = ({ response, call }: Exchange): Sent => ({ response, silent: call?.silent })

function isSameAnswer(one: WireResponse | undefined, other: WireResponse | undefined): boolean {
  if (one === other) return true
  if (one === undefined || other === undefined) return false
  return one.body === other.body && one.status === other.status && one.headers.join('\n') === other.headers.join('\n')
}

/** Checks that the settings of an alternative do not show in an answer, or in what it leaves in the world. */
function isWithout({ id, by, statement }: StatementVariant, exchange: Exchange, { before, again }: Attempt): boolean {
  const { world, failure } = exchange
  const sent = readSent(exchange)
  const shows = by.mutator === 'settings' ? by.shows : undefined
  const isLater = shows === 'later' && (failure === undefined || failure.cites?.includes(statement as never))
  if (shows === 'order' || isLater) return false
  const left = world.snapshot()
  const otherwise = world.inForce.alternatives.map((each) => each.id).filter((each) => each !== id)
  world.restore(before)
  const done = world.under({ otherwise }, () => again({}))
  const isSame = isSentSame(readSent(done), sent) && isSameWorld(left, world.snapshot())
  world.restore(left)
  return isSame
}

/** Checks that two states of a world hold the same records. */
function isSameWorld(one: Snapshot, other: Snapshot): boolean {
  return one.tables.every((table, n) => table === other.tables[n] || isSameTable(table, other.tables[n]!))
}

function isSameTable(one: Table, other: Table): boolean {
  if (one.size !== other.size) return false
  const others = other.rows.values()
  for (const row of one.rows.values()) {
    const next = others.next().value
    if (next === undefined || (row !== next && differs(row.record, next.record))) return false
  }
  return true
}

/**
 * Cites what a refusal rested on beside its code and status, where an alternative gave it others. A refused upgrade says
 * by itself whether it is one with 401.
 */
function keepReasons(done: Exchange, { citations, failure }: Exchange): void {
  const { source, statusFrom } = errorFacts(failure!.code)
  for (const id of citedStatements(citations).assumptions)
    if (id !== source && id !== statusFrom && id !== 'A-410') done.citeAlways(id as AssumptionId)
}

/** Carries out a variant. The answer says so where it, or what it left in the world, is something else. */
function carryOut(variant: StatementVariant, exchange: Exchange, attempt: Attempt): Exchange {
  const { id, setting, statement, by } = variant
  const { citations, world } = exchange
  const left = world.snapshot()
  const sent = readSent(exchange)
  const done = mutators[by.mutator](by as never, exchange, attempt)
  const isMutant = setting === 'broken'
  // A mutant keeps the citations of the unbroken answer, which name the broken statement.
  if (isMutant) done.citations = citations
  else done.cite(statement)
  if (by.mutator === 'refuse' && decides(statement, exchange.failure)) keepReasons(done, exchange)
  const isSame = isSentSame(readSent(done), sent)
  const showsNothing = by.mutator === 'settings' ? isWithout(variant, done, attempt) : isSame
  if (showsNothing && isSameWorld(left, world.snapshot())) return done
  const { by: told = [] } = (isMutant ? done : exchange).altered ?? {}
  done.altered = { ...done.altered, by: [...told, variant] }
  meetings?.broke(id)
  // An answer to HEAD drops the statements about its body.
  if (!isMutant) done.citeAlways(statement)
  done.note('says' in variant ? `otherwise, ${id}: ${variant.says}` : `broken on purpose, ${id}`)
  return done
}
