import { mix } from '../../engine/world/ids.ts'
import type { PlainRun } from './fault.ts'
import type { Order, ExperimentPlan } from './plan.ts'
import type { Point } from './points.ts'

/** Group of concurrent calls that starts with this one; empty if this is not the first. */
export function findGroupStart(point: Point, { concurrent }: PlainRun): readonly Point[] {
  return concurrent.find(([first]) => first === point) ?? []
}

/** Group of concurrent calls that contains this one. */
export function findGroup(point: Point, { concurrent }: PlainRun): readonly Point[] {
  return concurrent.find((group) => group.includes(point)) ?? []
}

/** Random orders per group, in addition to the reverse one. */
const DRAWN = 2

/** Orders to try: the reverse, in which every pair is swapped, and some drawn from the seed. */
export function chooseOrders({ length }: readonly Point[], seed: number): Order[] {
  if (length < 2) return []
  const places = Array.from({ length }, (_, n) => n + 1)
  const drawn =
    length < 3 ? [] : Array.from({ length: DRAWN }, (_, n) => shuffled(places, (draw) => mix(seed, n, draw + 1)))
  const turned = [places.toReversed(), ...drawn].filter((order) => order.some((place, n) => place !== n + 1))
  return [...new Map(turned.map((order) => [order.join('-'), order])).values()]
}

function shuffled(places: readonly number[], draw: (n: number) => number): Order {
  return places
    .map((place) => ({ place, key: draw(place) }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ place }) => place)
}

/** Settings that make the world answer, or handle, these calls in this order. */
export function orderSettings(
  group: readonly Point[],
  order: Order,
  what: 'answered' | 'handled',
): Required<Pick<ExperimentPlan, 'settings'>>['settings'] {
  return { order: order.map((place) => `${group[place - 1]!.id} is ${what}`) }
}

/** Smaller orders, pairs first: the smallest one that still fails is reported. */
export function smallerOrders(order: Order): Order[] {
  if (order.length <= 2) return []
  const pairs = order.flatMap((first, n) =>
    order
      .slice(n + 1)
      .filter((second) => second < first)
      .map((second) => [first, second]),
  )
  const shorter = order.length === 3 ? [] : order.map((_, n) => order.filter((__, m) => m !== n))
  return [...pairs.slice(0, MAX_PAIRS), ...shorter]
}

/** Maximum of pairs that are tried for a large group. */
const MAX_PAIRS = 30

/**
 * Readable list of what happens: the calls as sent, the order in which they are handled and answered, and changes in
 * between.
 */
export function orderLines(group: readonly Point[], { settings, triggers = [], what }: ExperimentPlan): string[] {
  const events = settings?.order ?? []
  const calls = group.filter(({ id }) => events.some((event) => event.startsWith(`${id} is `)))
  const words = new Map(calls.map((point) => [point.id, describeCall(point, calls)]))
  const said = (event: string) =>
    event.replace(/^(.+)( is \w+)$/, (_, id: string, is: string) => `${words.get(id)}${is}`)
  const sent = calls.map(({ id }, n) =>
    triggers.length > 0
      ? [`${words.get(id)} is sent and handled`, ...(n === 0 ? [what.split(' between ', 1)[0]!] : [])]
      : [`${words.get(id)} is sent`],
  )
  return [...sent.flat(), ...events.map(said)]
}

/** The call as it was sent, with its turn if another call of the group reads the same. */
function describeCall(point: Point, group: readonly Point[]): string {
  const own = sentWords(point)
  return group.some((other) => other !== point && sentWords(other) === own) ? `${own} (#${point.turn})` : own
}

function sentWords({ via, call, entry: { request } }: Point): string {
  if (via === 'http' && call.includes(' ')) return `${request.method} ${request.url.replace(/^\/v1/, '')}`
  const params = Object.entries((request.body ?? {}) as object).map(([name, value]) => `${name}: ${String(value)}`)
  return `${call} {${params.join(', ')}}`
}
