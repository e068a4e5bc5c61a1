import { isObject } from '../../../engine/checking/is-object.ts'
import { isFreeField, isFreeSuccess } from '../../../engine/kernel/unspecified/documented-line.ts'
import type * as v from 'valibot'
import type { Unit } from '../../../engine/kernel/unit/definition.ts'
import type { Memory } from '../memory.ts'
import { INTERNAL_ERROR, type HttpObservation, type Observation, type SocketObservation } from '../observation.ts'
import type { Pairing } from '../pairing.ts'
import { isReference } from '../translate.ts'
import { Findings } from './findings.ts'
import { compareListings, type ListingContext } from './listings.ts'
import { parseFrames, parseHttp, type ParsedAnswer } from './parsed-answer.ts'
import { compareRecords, keepSecrets } from './records.ts'
import { compareRefusals, isOfLimit } from './refusals.ts'

/** How two answers compare. */
export interface Comparison {
  /** Differences in what the specification determines; empty if both answers agree. */
  readonly differences: readonly string[]
  /** The part of the answers that each difference is in: `user.role`, `HTTP status`, `the request`. */
  readonly parts?: readonly string[]
  /** The reason if the answers show nothing about the contract. */
  readonly undecided?: string
  /** The target's answer has records whose creation the twin did not see. */
  readonly holdsUnknown?: boolean
  /** One side refused the request and the other admitted it. */
  readonly oneRefused?: boolean
}

const agreed: Comparison = { differences: [] }
const undecided = (reason: string): Comparison => ({ differences: [], undecided: reason })

/** Compares the target's answer with the twin's, and pairs the ids, cursors and secrets in them. */
export function compareAnswers(
  target: Observation,
  twin: Observation,
  unit: Unit | undefined,
  pairing: Pairing,
  memory: Memory,
  context: ListingContext,
): Comparison {
  const failure = compareFailures(target, twin)
  if (failure !== undefined) return failure
  const [one, other] = [parse(target as AnsweredObservation, unit), parse(twin as AnsweredObservation, unit)]
  if ((one.status ?? 0) >= 500 && (other.status ?? 0) < 500)
    return undecided(`the target answered HTTP ${one.status}, which a passing failure would, too`)
  if (one.rpcCode === INTERNAL_ERROR && other.rpcCode !== INTERNAL_ERROR)
    return undecided('the target answered an internal error, which a passing failure would, too')
  const found = new Findings(pairing, memory)
  if (one.refused !== other.refused) return compareAdmission(one, other, goOnAlone(one, memory, context))
  if (one.refused && isOfLimit(one) && !isOfLimit(other)) return undecided(describeOwnLimit(one))
  compareOwnCursor(found, one, other, context)
  compareTraits(found, one, other)
  if (one.refused) compareRefusals(found, one, other)
  else compareSuccesses(found, one, other, unit, context)
  if (found.differences.length > 0) return { differences: found.differences, parts: found.parts }
  return found.unknown.length === 0
    ? agreed
    : {
        ...undecided(`the answer holds a record that the twin does not know (${found.unknown[0]})`),
        holdsUnknown: true,
      }
}

type AnsweredObservation = HttpObservation | SocketObservation

function parse(observation: AnsweredObservation, unit: Unit | undefined): ParsedAnswer {
  return observation.kind === 'http' ? parseHttp(observation, unit) : parseFrames(observation, unit)
}

/** Compares failed observations; undefined if both sides answered. */
function compareFailures(target: Observation, twin: Observation): Comparison | undefined {
  if (target.kind !== 'failed' && twin.kind !== 'failed') return target.kind === twin.kind ? undefined : agreed
  if (target.kind === 'failed') {
    const isExpected = twin.kind === 'failed' && ['unauthenticated', 'network'].includes(target.cause)
    return isExpected ? agreed : undecided(`${target.cause}: ${target.detail}`)
  }
  const refused = 'HTTP 401 to a caller that the twin does not know'
  if (target.kind === 'http' && target.status === 401) return agreed
  return { differences: [`the caller: the target answers it, the twin ${refused}`], parts: ['the caller'] }
}

/** Compares whether each side accepts a cursor that it answered itself. */
function compareOwnCursor(found: Findings, target: ParsedAnswer, twin: ParsedAnswer, context: ListingContext): void {
  const { memory } = found
  const own = target.refused && target.error === 'invalid_cursor' && memory.knowsWalk(context.cursor)
  const other = twin.refused && twin.error === 'invalid_cursor' && memory.hasHandedOut(context.twinCursor ?? '')
  if (own !== other) found.differ('a cursor of its own', own ? 'refused' : 'accepted', other ? 'refused' : 'accepted')
}

/**
 * True if the request continues the target's listing. Keeps the target's next cursor, because the twin's listing may
 * have ended.
 */
function goOnAlone({ fields }: ParsedAnswer, memory: Memory, { cursor }: ListingContext): boolean {
  if (!memory.knowsWalk(cursor)) return false
  if (typeof fields['cursor'] === 'string') memory.keepWalk(fields['cursor'], memory.findWalk(cursor))
  return true
}

/** Compares answers of which one is a refusal. `goesOn`: the request continues the target's listing. */
function compareAdmission(target: ParsedAnswer, twin: ParsedAnswer, goesOn: boolean): Comparison {
  if (goesOn && !target.refused && twin.error === 'invalid_cursor')
    return undecided('the listing goes on at the target and is over at the twin')
  if (target.status === 401) return undecided('HTTP 401 where the twin admits the request')
  if (target.refused && isOfLimit(target)) return undecided(describeOwnLimit(target))
  return {
    differences: [`the request: the target ${outcome(target)}, the twin ${outcome(twin)}`],
    parts: ['the request'],
    oneRefused: true,
  }
}

function describeOwnLimit({ error }: ParsedAnswer): string {
  return `the target refuses with a limit of its own (${String(error)})`
}

function outcome({ refused, status, error }: ParsedAnswer): string {
  const by = [
    ...(status === undefined ? [] : [`HTTP ${status}`]),
    ...(typeof error === 'string' ? [`\`${error}\``] : []),
  ]
  return `${refused ? 'refuses it' : 'admits it'}${by.length === 0 ? '' : ` (${by.join(', ')})`}`
}

function compareTraits(found: Findings, target: ParsedAnswer, twin: ParsedAnswer): void {
  for (const name of Object.keys({ ...target.traits, ...twin.traits }))
    if (target.traits[name] !== twin.traits[name]) found.differ(name, target.traits[name], twin.traits[name])
}

function compareSuccesses(
  found: Findings,
  target: ParsedAnswer,
  twin: ParsedAnswer,
  unit: Unit | undefined,
  context: ListingContext,
): void {
  if (unit === undefined) return
  compareSuccessStatus(found, target.status, twin.status, unit)
  for (const [name, schema] of Object.entries(unit.returns)) {
    if (name === unit.page?.items) compareListings(found, unit, unit.page, target, twin, context)
    else compareField(found, name, target.fields[name], twin.fields[name], schema as v.GenericSchema)
  }
  compareExtras(found, target, twin, unit)
  if (twin.file !== undefined && !isSameFile(target.file, twin.file))
    found.differ('the file', `${target.file?.length ?? 0} bytes`, `${twin.file.length} bytes`)
}

function compareSuccessStatus(found: Findings, target: number | undefined, twin: number | undefined, unit: Unit): void {
  if (target === twin || target === undefined || twin === undefined) return
  const isFree = isFreeSuccess(unit) && [200, 201, 202].includes(target) && [200, 201, 202].includes(twin)
  if (!isFree) found.differ('HTTP status', target, twin)
}

function compareField(found: Findings, name: string, target: unknown, twin: unknown, schema: v.GenericSchema): void {
  if (isFreeField(schema)) {
    if (isObject(target) && isObject(twin)) compareRecords(found, name, target, twin, schema)
    return
  }
  if ((target === undefined) !== (twin === undefined)) return found.differ(`\`${name}\``, target, twin)
  if (isObject(target) && isObject(twin)) {
    compareRecords(found, name, target, twin, schema)
    keepSecrets(found, target)
  } else if (isObject(target) !== isObject(twin)) found.differ(`\`${name}\``, target, twin)
  else if (isReference(name)) found.agrees(name, target, twin)
}

/** Compares fields beside `status` of an endpoint that returns nothing else. */
function compareExtras(found: Findings, target: ParsedAnswer, twin: ParsedAnswer, { returns }: Unit): void {
  if (Object.keys(returns).length > 0) return
  const [one, other] = [target, twin].map(({ fields }) => Object.keys(fields).join(', '))
  if (one !== other) found.differ('fields beside `status`', one, other)
}

function isSameFile(target: Uint8Array | undefined, twin: Uint8Array): boolean {
  return target?.length === twin.length && target.every((byte, n) => byte === twin[n])
}
