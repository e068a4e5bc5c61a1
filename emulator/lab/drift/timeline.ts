import { aliasHolder } from '../../engine/world/aliases.ts'
import { sentBody, sentSecrets, type ObservedExchange } from './asked.ts'
import { askTwin, type TwinStep } from './ask-twin.ts'
import { findParams, findUnit, isRead } from './find-unit.ts'
import type { FailedObservation } from './observation.ts'
import type { Twin } from './twin.ts'

/** A compared exchange. */
export interface TimelineStep extends TwinStep {
  readonly exchange: ObservedExchange
  /**
   * The reason if the exchange shows nothing: no usable answer, or a record that both sides already hold differently.
   */
  readonly undecided: string | undefined
  /** True if the exchange is about records that the twin does not know as the target does. */
  readonly unseen?: boolean
}

/** Reason why an exchange cannot be judged whose records were copied to the twin. */
export const COPIED = 'the twin has its records from this answer'

/** Compares an exchange with a twin and advances the twin. A write that cannot be compared is not made at the twin. */
export function takeStep(twin: Twin, exchange: ObservedExchange): TimelineStep {
  if (twin.memory.unseen.copied.has(exchange.number))
    return { ...askAside(twin, exchange), exchange, undecided: COPIED }
  const tainted = findTaint(twin, exchange)
  if (tainted !== undefined) {
    const aside = askAside(twin, exchange)
    if (!isRead(findUnit(exchange.asked))) taintRequest(twin, exchange, tainted)
    return { ...aside, exchange, undecided: tainted, unseen: true }
  }
  if (exchange.observation.kind === 'failed') return takeFailure(twin, exchange, exchange.observation)
  const unseen = describeUnseen(twin, exchange)
  if (unseen !== undefined) {
    const aside = askAside(twin, exchange)
    const { differences, holdsUnknown = false } = aside.comparison
    if (differences.length > 0 || holdsUnknown) {
      if (!isRead(findUnit(exchange.asked)))
        taintRequest(twin, exchange, `it rests on exchange ${exchange.number}, which is undecided`)
      return { ...aside, exchange, undecided: unseen, unseen: true }
    }
  }
  const step = askTwin(twin, exchange)
  const { undecided } = step.comparison
  // The twin made a write that the target perhaps did not make.
  if (undecided !== undefined && !isRead(findUnit(exchange.asked)))
    taintRequest(twin, exchange, `it rests on exchange ${exchange.number}, which is undecided`)
  return { ...step, exchange, undecided }
}

/**
 * The reason if a foreign exchange is about records from before the run; undefined if the twin saw all its records
 * made.
 */
function describeUnseen(twin: Twin, { asked }: ObservedExchange): string | undefined {
  if (asked.foreign !== true) return undefined
  const { memory, pairing } = twin
  if (memory.unseen.guests.has(asked.caller.name)) return `the rights of the key '${asked.caller.name}' are not known`
  for (const [name, value] of listReferences(asked)) {
    if (memory.unseen.adopted.has(value)) return `it is about '${value}', which existed before the run`
    const isMade = name === 'alias' || value === 'me' || pairing.findTwin(value) !== undefined || hasAlias(twin, value)
    if (!isMade) return `it is about '${value}', which the twin does not know`
  }
  return undefined
}

/** Tables to look aliases up in, one for each namespace. */
const named = ['users', 'sessions', 'schedules', 'definitions']

function hasAlias({ host: { world } }: Twin, alias: string): boolean {
  return named.some((table) => aliasHolder(world, table, alias) !== undefined)
}

/** Causes that show that the service did not carry the request out. */
const undone: ReadonlySet<string> = new Set(['unauthenticated', 'rate limit'])

/** Compares a failed observation. It is decided only if the twin also fails, because it does not know the caller. */
function takeFailure(twin: Twin, exchange: ObservedExchange, { cause }: FailedObservation): TimelineStep {
  const aside = askAside(twin, exchange)
  const { undecided } = aside.comparison
  if (undecided === undefined || isRead(findUnit(exchange.asked))) return { ...aside, exchange, undecided }
  if (!undone.has(cause)) twin.memory.noteUnknownWrite(exchange.asked.probe, exchange.number)
  taintRequest(twin, exchange, `it rests on exchange ${exchange.number}, whose answer did not come`)
  return { ...aside, exchange, undecided }
}

/** Compares an exchange without advancing the twin. */
function askAside(twin: Twin, exchange: ObservedExchange): TwinStep {
  return askTwin(twin.fork(), exchange)
}

/** Marks the records of a request as held differently from now on, except the organization around them. */
export function taintRequest(twin: Twin, exchange: ObservedExchange, reason: string): void {
  const { asked } = exchange
  const unit = findUnit(asked)?.id ?? ''
  for (const [name, value] of listReferences(asked))
    if (value !== 'me' && (name !== 'org_id' || unit.includes('/orgs/'))) twin.memory.taint(value, reason)
}

function findTaint(twin: Twin, { asked }: ObservedExchange): string | undefined {
  return twin.memory.findTaint(() => [...listReferences(asked).map(([, value]) => value), ...sentSecrets(asked.caller)])
}

/** Names and values of references to records in a request: path parameters, and ids in its body or parameters. */
export function listReferences(asked: ObservedExchange['asked']): [string, string][] {
  return [...Object.entries(findParams(asked)), ...Object.entries(sentBody(asked))].filter(
    (pair): pair is [string, string] =>
      typeof pair[1] === 'string' && /^(?:id|alias|\w+_id|start|from|to)$/.test(pair[0]),
  )
}
