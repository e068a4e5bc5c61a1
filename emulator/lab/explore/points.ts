import { countsOf } from '../../engine/checking/counts.ts'
import type { KeptExchange } from '../../engine/journal/entry.ts'
import type { JournalEntry } from '../../engine/journal/journal-entry.ts'
import { callNameOf, isCommandId, turnName } from '../../engine/journal/call-name.ts'
import type { CommandName, EndpointName } from '../../contract/naming.ts'
import type { When } from '../../engine/triggers/schema.ts'

/** One call of the subject: where a fault can be done to it. */
export interface Point {
  /** Its unit and turn: `GET /users/me#2`. */
  readonly id: string
  /** `GET /users/me`: an endpoint, with `me` as it was sent; or a command. */
  readonly call: string
  /** The id of the unit. */
  readonly unit: string
  /** From 1. */
  readonly turn: number
  readonly via: 'http' | 'socket'
  /** Path parameters that are `me` in other calls of the unit, which have a name of their own. */
  readonly meElsewhere: readonly string[]
  readonly entry: JournalEntry
}

/** The calls of a run, in their order. What no unit answers is no call of the API. */
export function findPoints(entries: readonly JournalEntry[]): Point[] {
  const turns = new Map<string, number>()
  const mine = new Map<string, readonly string[]>()
  for (const { unit, request } of entries)
    if (unit !== null) mine.set(unit, [...(mine.get(unit) ?? []), ...parametersOfMe(unit, request.url)])
  return entries.flatMap((entry): Point[] => {
    if (entry.unit === null) return []
    const call = callNameOf(entry.unit, entry.request.url)
    const turn = (turns.get(`${entry.via} ${call}`) ?? 0) + 1
    turns.set(`${entry.via} ${call}`, turn)
    const meElsewhere = call === entry.unit ? [...new Set(mine.get(call))] : []
    return [{ id: turnName(call, turn, entry.via), call, unit: entry.unit, turn, via: entry.via, meElsewhere, entry }]
  })
}

/** The path parameters of an endpoint that a request has as `me`. */
function parametersOfMe(unit: string, url: string): string[] {
  if (isCommandId(unit)) return []
  const sent = url.split('?', 1)[0]!.replace(/^\/v1/, '').split('/')
  const segments = unit.split(' ')[1]!.split('/')
  return segments.flatMap((segment, n) => (segment.startsWith(':') && sent[n] === 'me' ? [segment.slice(1)] : []))
}

/** The names of the calls of a run, as its journal holds them: to render what was answered costs as much as the run. */
export function callNames(raw: readonly KeptExchange[]): string[] {
  return raw.flatMap(({ unit, request }) => (unit === undefined ? [] : [callNameOf(unit.id, request.url)]))
}

/** The calls that two runs did not make equally often, with how often each made them. */
export function otherCalls(first: readonly string[], second: readonly string[]): string[] {
  const [before, after] = [countsOf(first), countsOf(second)]
  return [...new Set([...first, ...second])]
    .filter((call) => before.get(call) !== after.get(call))
    .map((call) => `${call}: ${before.get(call) ?? 0} and ${after.get(call) ?? 0}`)
}

/** What makes a change happen before a call: after the answer to the call before it; undefined for the first call. */
export function whenBefore(point: Point, points: readonly Point[]): When | undefined {
  const previous = points[points.indexOf(point) - 1]
  return previous === undefined ? undefined : { ...triggerCondition(previous), at: 'after' }
}

/** The part of a trigger that means a point: this call, in this turn. */
export function triggerCondition({ call, unit, via, turn, meElsewhere }: Point, from = false): When {
  const about: When = isCommandId(unit)
    ? { command: unit as CommandName, via }
    : {
        endpoint: call as EndpointName,
        // The template of an endpoint fits `me`, too.
        ...(meElsewhere.length > 0 && {
          params: Object.fromEntries(meElsewhere.map((name) => [name, { not: 'me' }])),
        }),
      }
  return from ? { ...about, between: [turn, Number.MAX_SAFE_INTEGER] } : { ...about, nth: turn }
}

/** Whether a call only looks. */
export function isRead({ unit }: Pick<Point, 'unit'>): boolean {
  return isCommandId(unit) ? /\.(?:get|list|query|check)_/.test(unit) : unit.startsWith('GET ')
}
