import { groupBy } from '../../../engine/checking/counts.ts'
import type { Read } from '../../../engine/world/watched-collection.ts'
import type { StateChange } from '../../../engine/world/world-state.ts'
import type { Chooser, Step, Touched } from '../../../host/turn-chooser.ts'

/** A state of the exploration, and the copies to go on with. */
interface Node {
  chosen: number
  readonly ready: readonly number[]
  /** Copies whose call commutes with all that happened since it was tried from an earlier state. */
  readonly asleep: ReadonlyMap<number, Touched>
  /** Calls that were tried from here, with what they touched. */
  readonly tried: Map<number, Touched>
  readonly wanted: Set<number>
}

/**
 * Walks the orders of the calls of some copies, depth first, one run for each. Of orders that differ only in calls which
 * touch no common record one is tried: a copy is tried at an earlier place only where its call conflicts with the one
 * there, and not again where it commutes with what was tried (dynamic partial order reduction with sleep sets).
 */
export class Schedules implements Chooser {
  #nodes: Node[] = []
  /** The beginning that the next run is given. */
  #given: readonly Node[] = []
  #place = 0
  #hasBegun = false
  /** Runs that did not repeat the beginning that they were given. */
  unrepeated = 0
  #hasDiverged = false

  /** Prepares the next run. Returns false once every order was tried. */
  next(): boolean {
    if (this.#hasBegun) this.#backtrack()
    if (this.#hasBegun && this.#nodes.length === 0) return false
    this.#hasBegun = true
    this.#hasDiverged = false
    this.#given = this.#nodes.map(copyNode)
    return true
  }

  begin(): void {
    this.#nodes = this.#given.map(copyNode)
    this.#place = 0
    if (this.#hasDiverged) this.unrepeated--
    this.#hasDiverged = false
  }

  /** True if the run repeated its beginning: only then its outcome belongs to its order. */
  get isRepeated(): boolean {
    return !this.#hasDiverged
  }

  choose(ready: readonly number[]): number {
    const node = this.#nodes[this.#place]
    if (node !== undefined && ready.includes(node.chosen)) return node.chosen
    if (node !== undefined) this.#leave()
    const asleep = this.#asleep()
    const last = this.#nodes[this.#place - 1]?.chosen
    const awake = ready.filter((copy) => !asleep.has(copy))
    const [first] = awake.length > 0 ? awake : ready
    const chosen = last !== undefined && awake.includes(last) ? last : first!
    this.#nodes.push({ chosen, ready, asleep, tried: new Map(), wanted: new Set() })
    return chosen
  }

  did({ copy, touched }: Step): void {
    this.#nodes[this.#place]!.tried.set(copy, touched)
    for (const node of this.#nodes.slice(0, this.#place)) {
      if (node.chosen === copy || !doConflict(node.tried.get(node.chosen)!, touched)) continue
      for (const each of node.ready.includes(copy) ? [copy] : node.ready) node.wanted.add(each)
    }
    this.#place++
  }

  /** Forgets the beginning of a run that goes another way: its order is left out. */
  #leave(): void {
    this.#nodes = this.#nodes.slice(0, this.#place)
    if (!this.#hasDiverged) this.unrepeated++
    this.#hasDiverged = true
  }

  #asleep(): Map<number, Touched> {
    const before = this.#nodes[this.#place - 1]
    if (before === undefined) return new Map()
    const own = before.tried.get(before.chosen)!
    return new Map(
      [...before.asleep, ...before.tried].filter(
        ([copy, touched]) => copy !== before.chosen && !doConflict(touched, own),
      ),
    )
  }

  #backtrack(): void {
    this.#nodes.length = Math.min(this.#nodes.length, this.#place)
    for (let node = this.#nodes.at(-1); node !== undefined; node = this.#nodes.at(-1)) {
      const { asleep, tried, wanted } = node
      const next = [...wanted].find((copy) => !tried.has(copy) && !asleep.has(copy))
      if (next !== undefined) {
        node.chosen = next
        return
      }
      this.#nodes.pop()
    }
  }
}

const copyNode = (node: Node): Node => ({ ...node, tried: new Map(node.tried), wanted: new Set(node.wanted) })

/** Lets the copies go one after the other, in this order. */
export const serially = (order: readonly number[]): Chooser => ({
  begin: () => {},
  choose: (ready) => order.find((copy) => ready.includes(copy))!,
  did: () => {},
})

/** All orders of a list. */
export function permutations(list: readonly number[]): number[][] {
  if (list.length < 2) return [[...list]]
  return list.flatMap((each) => permutations(list.filter((other) => other !== each)).map((rest) => [each, ...rest]))
}

/** Number of times that another copy goes on. */
export function countSwitches(steps: readonly Pick<Step, 'copy'>[]): number {
  return steps.filter(({ copy }, n) => n > 0 && copy !== steps[n - 1]!.copy).length
}

/** Number of orders of the calls of a run, if no call depends on another's answer. */
export function countOrders(steps: readonly Pick<Step, 'copy'>[]): number {
  const counts = [...groupBy(steps, ({ copy }) => String(copy)).values()].map(({ length }) => length)
  let [total, orders] = [0, 1]
  for (const count of counts) for (let n = 1; n <= count; n++) orders = (orders * ++total) / n
  return Math.round(orders)
}

/** The equal order with the fewest switches: calls that touch a common record keep their order. */
export function withFewestSwitches(steps: readonly Step[]): number[] {
  const own = new Map<number, number[]>()
  for (const [place, { copy }] of steps.entries()) own.set(copy, [...(own.get(copy) ?? []), place])
  const copies = [...own.keys()]
  const known = new Map<string, number[]>()
  const isFree = (place: number, done: ReadonlySet<number>) =>
    steps.slice(0, place).every((step, n) => done.has(n) || !doConflict(step.touched, steps[place]!.touched))
  const search = (at: readonly number[], last: number | undefined): number[] => {
    const key = `${at.join()} ${last}`
    const found = known.get(key)
    if (found !== undefined) return found
    const done = new Set(copies.flatMap((copy, n) => own.get(copy)!.slice(0, at[n])))
    const ways = copies.flatMap((copy, n) => {
      const place = own.get(copy)![at[n]!]
      if (place === undefined || !isFree(place, done)) return []
      return [[copy, ...search(at.with(n, at[n]! + 1), copy)]]
    })
    const cost = (way: readonly number[]) =>
      countSwitches([...((last ?? -1) < 0 ? [] : [last!]), ...way].map((copy) => ({ copy })))
    const best = ways.toSorted((a, b) => cost(a) - cost(b))[0] ?? []
    known.set(key, best)
    return best
  }
  return search(
    copies.map(() => 0),
    undefined,
  )
}

/** True if the order of two steps matters: one wrote a record that the other read or wrote. */
function doConflict(a: Touched, b: Touched): boolean {
  return a.isEverything || b.isEverything || changes(a, b) || changes(b, a)
}

function changes({ writes }: Touched, other: Touched): boolean {
  return writes.some(
    (write) =>
      other.reads.some((read) => isRead(write, read)) ||
      other.writes.some((each) => each.table === write.table && findId(each) === findId(write)),
  )
}

/** True if a read shows the record before or after the change. */
function isRead({ table, before, after }: StateChange, read: Read): boolean {
  if (read.table !== table) return false
  const fields = Object.entries(read.fields)
  return [before, after].some((row) => row !== undefined && fields.every(([name, value]) => row.record[name] === value))
}

const findId = ({ before, after }: StateChange): unknown => (after ?? before)?.record['id']
