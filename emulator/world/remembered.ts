import type { Table } from './table.ts'
import { tables, type TableName } from './tables/index.ts'
import type { World } from './world.ts'

/** Answers remembered at a time, of one world. */
const MAX_KEPT = 8_192

const order = Object.keys(tables)

/**
 * A look-up by two keys that remembers its answers for as long as none of the tables that it reads is written to. Who a key names and
 * what role a user holds is asked by each request, and few change it. `find` reads those tables and its keys, and nothing else;
 * where it finds nothing (undefined), nothing is remembered.
 */
export function remembered<V>(names: readonly TableName[], find: (world: World, key: string, second: string) => V): (world: World, key: string, second?: string) => V {
  const positions = names.map((name) => order.indexOf(name))
  const memories = new WeakMap<World, Memory<V>>()
  return (world, key, second = '') => {
    let memory = memories.get(world)
    if (memory === undefined || !memory.holds(world.state.tables)) memories.set(world, (memory = new Memory(positions, world.state.tables)))
    const known = memory.get(key, second)
    return known === undefined ? memory.keep(key, second, find(world, key, second)) : known
  }
}

/** What was found while the tables were as they are. */
class Memory<V> {
  readonly #found = new Map<string, Map<string, V>>()
  #size = 0
  readonly #positions: readonly number[]
  readonly #tables: readonly Table[]
  readonly #writes: readonly number[]

  constructor(positions: readonly number[], ofWorld: readonly Table[]) {
    this.#positions = positions
    this.#tables = positions.map((position) => ofWorld[position]!)
    this.#writes = this.#tables.map(({ writes }) => writes)
  }

  holds(ofWorld: readonly Table[]): boolean {
    for (let i = 0; i < this.#positions.length; i++) {
      const table = this.#tables[i]!
      if (ofWorld[this.#positions[i]!] !== table || table.writes !== this.#writes[i]) return false
    }
    return true
  }

  get(key: string, second: string): V | undefined {
    return this.#found.get(key)?.get(second)
  }

  keep(key: string, second: string, value: V): V {
    if (value === undefined) return value
    if (++this.#size > MAX_KEPT) {
      this.#found.clear()
      this.#size = 1
    }
    const found = this.#found.get(key)
    if (found === undefined) this.#found.set(key, new Map([[second, value]]))
    else found.set(second, value)
    return value
  }
}
