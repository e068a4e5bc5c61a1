import { mix } from '../../engine/world/ids.ts'
import type { Baseline } from './fault.ts'
import type { Order, Plan } from './plan.ts'
import type { Point } from './points.ts'

/** The calls that are under way together with this one, where it is the first of them. */
export function groupFrom(point: Point, { concurrent }: Baseline): readonly Point[] {
  return concurrent.find(([first]) => first === point) ?? []
}

/** The calls that are under way together with this one. */
export function groupWith(point: Point, { concurrent }: Baseline): readonly Point[] {
  return concurrent.find((group) => group.includes(point)) ?? []
}

/** How many orders of one group are drawn from the seed, beside the one that turns all of it round. */
const DRAWN = 2

/** Orders to try: all turned round, which has every pair the other way, and some that the seed draws. */
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

/** The settings that let these calls be answered, or handled, in this order. */
export function ordered(
  group: readonly Point[],
  order: Order,
  what: 'answered' | 'handled',
): Required<Pick<Plan, 'settings'>>['settings'] {
  return { order: order.map((place) => `${group[place - 1]!.id} is ${what}`) }
}

/** Orders that say less, pairs first: the smallest that still fails is the one to show. */
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

/** Pairs of a large group that are tried. */
const MAX_PAIRS = 30

/** An order as a list that a person reads: what is sent, in which order it is handled and answered, and what happens in between. */
export function orderLines(group: readonly Point[], { settings, triggers = [], what }: Plan): string[] {
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

/** A call as it was sent; its turn where another of the group reads the same. */
function describeCall(point: Point, group: readonly Point[]): string {
  const own = sentWords(point)
  return group.some((other) => other !== point && sentWords(other) === own) ? `${own} (#${point.turn})` : own
}

function sentWords({ via, call, entry: { request } }: Point): string {
  if (via === 'http' && call.includes(' ')) return `${request.method} ${request.url.replace(/^\/v1/, '')}`
  const params = Object.entries((request.body ?? {}) as object).map(([name, value]) => `${name}: ${String(value)}`)
  return `${call} {${params.join(', ')}}`
}
