import { aliasHolder } from '../../engine/world/aliases.ts'
import type { Exchange } from './asked.ts'
import { askTwin, type Step } from './ask-twin.ts'
import { findParams, findUnit, isRead } from './find-unit.ts'
import type { FailedObservation } from './observation.ts'
import type { Twin } from './twin.ts'

/** An exchange as it was compared. */
export interface TimelineStep extends Step {
  readonly exchange: Exchange
  /** Why the exchange says nothing: the target could not be observed, or the exchange rests on what both hold differently already. */
  readonly undecided: string | undefined
}

/** Why an exchange says nothing by which the twin was told what was there. */
export const TOLD = 'it told the twin what was there before the run'

/** Compares one exchange on a twin, which moves on with it. A write that could not be compared is not made at the twin. */
export function takeStep(twin: Twin, exchange: Exchange): TimelineStep {
  if (twin.memory.unseen.told.has(exchange.number)) return { ...askAside(twin, exchange), exchange, undecided: TOLD }
  const tainted = findTaint(twin, exchange)
  if (tainted !== undefined) {
    const aside = askAside(twin, exchange)
    if (!isRead(findUnit(exchange.asked))) taintRequest(twin, exchange, tainted)
    return { ...aside, exchange, undecided: tainted }
  }
  if (exchange.observation.kind === 'failed') return takeFailure(twin, exchange, exchange.observation)
  const unseen = describeUnseen(twin, exchange)
  if (unseen !== undefined) {
    const aside = askAside(twin, exchange)
    const { differences, holdsUnknown = false } = aside.comparison
    if (differences.length > 0 || holdsUnknown) {
      if (!isRead(findUnit(exchange.asked)))
        taintRequest(twin, exchange, `it rests on exchange ${exchange.number}, which is undecided`)
      return { ...aside, exchange, undecided: unseen }
    }
  }
  const step = askTwin(twin, exchange)
  const { undecided } = step.comparison
  // Writes that the twin made and the target perhaps did not rest on nothing.
  if (undecided !== undefined && !isRead(findUnit(exchange.asked)))
    taintRequest(twin, exchange, `it rests on exchange ${exchange.number}, which is undecided`)
  return { ...step, exchange, undecided }
}

/** Why a difference of a foreign exchange tells nothing: it is about what was there before the run. Undefined where all of it was seen made. */
function describeUnseen(twin: Twin, { asked }: Exchange): string | undefined {
  if (asked.foreign !== true) return undefined
  const { memory, pairing } = twin
  if (memory.unseen.guests.has(asked.caller.name)) return `the rights of the key '${asked.caller.name}' are not known`
  for (const [name, value] of listReferences(asked)) {
    if (memory.unseen.adopted.has(value)) return `it is about '${value}', which was there before the run`
    const isMade = name === 'alias' || value === 'me' || pairing.findTwin(value) !== undefined || hasAlias(twin, value)
    if (!isMade) return `it is about '${value}', which the twin did not see made`
  }
  return undefined
}

/** One table of each space of aliases. */
const named = ['users', 'sessions', 'schedules', 'definitions']

function hasAlias({ host: { world } }: Twin, alias: string): boolean {
  return named.some((table) => aliasHolder(world, table, alias) !== undefined)
}

/** Causes after which the service has done nothing. */
const undone: ReadonlySet<string> = new Set(['unauthenticated', 'rate limit'])

/** A failed observation says something only where the twin, too, does not know the caller. */
function takeFailure(twin: Twin, exchange: Exchange, { cause }: FailedObservation): TimelineStep {
  const aside = askAside(twin, exchange)
  const { undecided } = aside.comparison
  if (undecided === undefined || isRead(findUnit(exchange.asked))) return { ...aside, exchange, undecided }
  if (!undone.has(cause)) twin.memory.noteUnknownWrite(exchange.asked.probe, exchange.number)
  taintRequest(twin, exchange, `it rests on exchange ${exchange.number}, whose answer did not come`)
  return { ...aside, exchange, undecided }
}

/** The answer of a twin that is not moved on. */
function askAside(twin: Twin, exchange: Exchange): Step {
  return askTwin(twin.fork(), exchange)
}

/** Marks what a request is about: from now on both may hold it differently. The organization around it is left. */
export function taintRequest(twin: Twin, exchange: Exchange, reason: string): void {
  const { asked } = exchange
  const unit = findUnit(asked)?.id ?? ''
  for (const [name, value] of listReferences(asked))
    if (value !== 'me' && (name !== 'org_id' || unit.includes('/orgs/'))) twin.memory.taint(value, reason)
}

function findTaint(twin: Twin, { asked }: Exchange): string | undefined {
  const secrets = Object.values(asked.caller.credentials)
  return twin.memory.findTaint(() => [
    ...listReferences(asked).map(([, value]) => value),
    ...secrets.map((value) => value.replace(/^Bearer /, '')),
  ])
}

/** Names and values by which a request names records: path parameters, and ids in what was sent. */
export function listReferences(asked: Exchange['asked']): [string, string][] {
  const sent = asked.via === 'socket' ? asked.params : parse(asked.body)
  const fields = typeof sent === 'object' && sent !== null ? Object.entries(sent) : []
  return [...Object.entries(findParams(asked)), ...fields].filter(
    (pair): pair is [string, string] =>
      typeof pair[1] === 'string' && /^(?:id|alias|\w+_id|start|from|to)$/.test(pair[0]),
  )
}

function parse(body: string | Uint8Array | undefined): unknown {
  try {
    return typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined
  } catch {
    return undefined
  }
}
