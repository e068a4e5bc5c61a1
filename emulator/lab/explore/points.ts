import type { JournalEntry } from '../../engine/journal/journal-entry.ts'
import { formatCallName, isCommandId, turnName } from '../../engine/journal/call-name.ts'
import type { CommandName, EndpointName } from '../../contract/naming.ts'
import type { When } from '../../engine/triggers/schema.ts'

/** One call of the subject, at which faults are injected. */
export interface Point {
  /** Its unit and turn: `GET /users/me#2`. */
  readonly id: string
  /** An endpoint, with `me` as it was sent (`GET /users/me`), or a command. */
  readonly call: string
  /** Id of the unit. */
  readonly unit: string
  /** Occurrence of this call in the run, from 1. */
  readonly turn: number
  readonly via: 'http' | 'socket'
  /** Path parameters that are `me` in other calls of the unit: those calls have names of their own. */
  readonly meElsewhere: readonly string[]
  readonly entry: JournalEntry
}

/** Calls of a run in order. Requests that reach no unit are left out. */
export function findPoints(entries: readonly JournalEntry[]): Point[] {
  const turns = new Map<string, number>()
  const mine = new Map<string, readonly string[]>()
  for (const { unit, request } of entries)
    if (unit !== null) mine.set(unit, [...(mine.get(unit) ?? []), ...findMeParameters(unit, request.url)])
  return entries.flatMap((entry): Point[] => {
    if (entry.unit === null) return []
    const call = formatCallName(entry.unit, entry.request.url)
    const turn = (turns.get(`${entry.via} ${call}`) ?? 0) + 1
    turns.set(`${entry.via} ${call}`, turn)
    const meElsewhere = call === entry.unit ? [...new Set(mine.get(call))] : []
    return [{ id: turnName(call, turn, entry.via), call, unit: entry.unit, turn, via: entry.via, meElsewhere, entry }]
  })
}

/** Path parameters that a request gives as `me`. */
function findMeParameters(unit: string, url: string): string[] {
  if (isCommandId(unit)) return []
  const sent = url.split('?', 1)[0]!.replace(/^\/v1/, '').split('/')
  const segments = unit.split(' ')[1]!.split('/')
  return segments.flatMap((segment, n) => (segment.startsWith(':') && sent[n] === 'me' ? [segment.slice(1)] : []))
}

/** Condition for a change before a call: after the previous call was answered; undefined for the first call. */
export function conditionBefore(point: Point, points: readonly Point[]): When | undefined {
  const previous = points[points.indexOf(point) - 1]
  return previous === undefined ? undefined : { ...triggerCondition(previous), at: 'after' }
}

/** Condition of a trigger for one point: this call in this turn. */
export function triggerCondition({ call, unit, via, turn, meElsewhere }: Point, from = false): When {
  const about: When = isCommandId(unit)
    ? { command: unit as CommandName, via }
    : {
        endpoint: call as EndpointName,
        // The template of an endpoint also matches `me`.
        ...(meElsewhere.length > 0 && {
          params: Object.fromEntries(meElsewhere.map((name) => [name, { not: 'me' }])),
        }),
      }
  return from ? { ...about, between: [turn, Number.MAX_SAFE_INTEGER] } : { ...about, nth: turn }
}

/** True if a call only reads. */
export function isRead({ unit }: Pick<Point, 'unit'>): boolean {
  return isCommandId(unit) ? /\.(?:get|list|query|check)_/.test(unit) : unit.startsWith('GET ')
}
