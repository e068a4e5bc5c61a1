import { ApiError } from '../../contract/api-error.ts'
import { percentDecoded } from '../checking/percent-decoded.ts'
import { fitsOneReading, isValue, splitEndpoint } from '../matching/request-values.ts'
import type { TriggeredExchange, TriggeredUnit } from './exchange.ts'
import type { When } from './schema.ts'
import type { Sent } from './sent.ts'
import { readTime } from '../world/time.ts'
import { storedId } from '../world/vary-ids.ts'
import type { World } from '../world/world.ts'
import type { Fields } from '../checking/is-object.ts'

/** Condition of a trigger on a request, beyond its endpoint or command. */
export type Predicate = (exchange: TriggeredExchange, sent: Sent) => boolean

/**
 * Conditions that a request to `unit` still has to meet; none if the unit alone decides. Undefined if the trigger
 * matches no request to it. Cheap conditions come first, so that a body is read only if it decides.
 */
export function compileConditions(when: When, unit: TriggeredUnit, via: 'http' | 'socket'): Predicate[] | undefined {
  if (when.via !== undefined && when.via !== via) return undefined
  if (when.command !== undefined && !isCommand(when.command, unit)) return undefined
  const predicates: Predicate[] = []
  if (when.endpoint !== undefined) {
    const segments = via === 'http' ? segmentsToAsk(when.endpoint, unit) : undefined
    if (segments === undefined) return undefined
    const [method] = splitEndpoint(when.endpoint)
    // HEAD is answered by the unit of GET, and is a method of its own.
    if (method !== '*' && unit.method === 'GET') predicates.push(({ request }) => request.method === method)
    if (segments.length > 0) predicates.push(segmentsPredicate(segments))
  }
  if (when.copy !== undefined) predicates.push(({ host }) => host.copy === when.copy)
  if (when.caller !== undefined) predicates.push(callerPredicate(when.caller))
  if (typeof when.between?.[0] === 'string') predicates.push(timePredicate(when.between[0], String(when.between[1])))
  if (when.params !== undefined) predicates.push(paramsPredicate(when.params))
  return predicates
}

/** True if a trigger acts on the `matched`-th matching request, apart from chance. */
export function isDue({ nth, every, first, between }: When, matched: number): boolean {
  if (nth !== undefined && matched !== nth) return false
  if (every !== undefined && matched % every !== 0) return false
  if (first !== undefined && matched > first) return false
  return typeof between?.[0] !== 'number' || (matched >= between[0] && matched <= Number(between[1]))
}

function isCommand(text: string, { kind, id, engine }: TriggeredUnit): boolean {
  if (text === '*') return kind === 'command'
  return text.endsWith('.*') ? engine === text.slice(0, -2) : id === text
}

interface Segment {
  /** Position from the end of the path, from 1. */
  readonly fromEnd: number
  readonly wanted: string
}

/**
 * Path segments that a request to the unit must have, where its route has a parameter and the trigger a value.
 * Undefined if the trigger matches no request to the unit. A trigger with `:names` matches every request to the route,
 * whatever its parameters are called.
 */
function segmentsToAsk(text: string, { method, path }: TriggeredUnit): Segment[] | undefined {
  const [wantedMethod, wantedPath] = splitEndpoint(text)
  if (wantedMethod !== '*' && wantedMethod.replace(/^HEAD$/, 'GET') !== method) return undefined
  if (wantedPath === undefined) return []
  const wanted = wantedPath.split('/')
  const route = path.split('/')
  if (route.length !== wanted.length) return undefined
  const fits = route.every((segment, i) =>
    segment.startsWith(':') || wanted[i]!.startsWith(':')
      ? segment.startsWith(':')
      : segment === percentDecoded(wanted[i]!),
  )
  if (!fits) return undefined
  return wanted.flatMap((segment, i) =>
    route[i]!.startsWith(':') && !segment.startsWith(':')
      ? [{ fromEnd: route.length - i, wanted: percentDecoded(segment) }]
      : [],
  )
}

function segmentsPredicate(segments: readonly Segment[]): Predicate {
  return ({ world }, { segments: sent }) => {
    for (const { fromEnd, wanted } of segments) if (!isSame(world, sent[sent.length - fromEnd], wanted)) return false
    return true
  }
}

function callerPredicate(user: string): Predicate {
  return ({ identified }) => {
    if (identified === undefined || identified instanceof ApiError) return false
    return identified.user.alias === user || identified.user.id === user
  }
}

function timePredicate(from: string, to: string): Predicate {
  const [start, end] = [readTime(from, 'between'), readTime(to, 'between')]
  return ({ world }) => world.now >= start && world.now < end
}

/** Compares values as sent or as resolved, plain ones first: most requests differ in one. */
function paramsPredicate(wanted: Fields): Predicate {
  const isPlain = ([, value]: [string, unknown]) => typeof value !== 'object' || value === null
  const fields = Object.entries(wanted).toSorted((a, b) => Number(isPlain(b)) - Number(isPlain(a)))
  return ({ world }, sent) => {
    const fits = (actual: unknown, value: unknown) => isSame(world, actual, value) || isValue(value, actual)
    return fields.every(([name, value]) =>
      fitsOneReading(value, (reading) => fits(reading === 'sent' ? sent.params[name] : sent.resolved[name], value)),
    )
  }
}

/** Compares ids. An id equals its form under `vary`. */
function isSame(world: World, sent: unknown, wanted: unknown): boolean {
  return sent === wanted || (world.settings.unspecified === 'vary' && storedId(world, sent) === storedId(world, wanted))
}
