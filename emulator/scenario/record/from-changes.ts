/** Converts writes that no request made into `change` steps of a scenario. */
import { applyChange } from '../../host/apply-change.ts'
import type { Change } from '../../engine/matching/schema-common.ts'
import { differs, type Written } from '../../engine/trace/changes.ts'
import type { Tracer } from '../../engine/trace/tracer.ts'
import { encodeBytes } from '../../engine/world/bytes.ts'
import type { TableDefinition } from '../../engine/world/definition.ts'
import { changesBetween } from '../../engine/world/history.ts'
import type { BaseRecord, Row } from '../../engine/world/row.ts'
import { tables } from '../../engine/world/tables/index.ts'
import type { World } from '../../engine/world/world.ts'
import type { Fields } from '../../engine/checking/is-object.ts'

/** Most writes of an entry that become a step. */
const MAX_WRITES = 1_000
/** Most writes that are undone, in sum, to restore the worlds before entries of a journal. */
const MAX_UNDONE = 200_000

const definitions = Object.values(tables) as unknown as TableDefinition[]

/** Finds the changes of entries. They are tried in the world before an entry, and must lead to the world after it. */
export class ChangeFinder {
  readonly #tracer: Tracer
  /** Number of the last write. */
  readonly #last: number
  #undone = 0

  constructor(tracer: Tracer, present: World) {
    this.#tracer = tracer
    this.#last = present.state.history!.number
  }

  /** Changes with the effect of an entry, empty if it wrote no record; a string is the reason why there are none. */
  find(number: number): readonly Change[] | string {
    const writes = this.#tracer.changes(number)
    const from = this.#tracer.writesAt(number, 'before')
    if (writes === undefined || from === undefined) return 'its trace is no longer kept'
    if (writes.length === 0) return []
    this.#undone += this.#last - from
    if (writes.length > MAX_WRITES) return `it made ${writes.length} writes, and a step takes ${MAX_WRITES}`
    if (this.#undone > MAX_UNDONE) return 'too much was written after it'
    const before = this.#tracer.worldAt(number, 'before')!
    const after = this.#tracer.worldAt(number, 'after')!
    for (const withIds of [false, true]) {
      const made = remake(before.fork(), writes, withIds)
      const found = [merged(made), made].find((changes) => leadsTo(before.fork(), changes, writes, after))
      if (found !== undefined) return found
    }
    const hasSecret = writes.some(({ table }) => definitions[table]!.secrets.length > 0)
    return hasSecret ? 'a step has no secrets' : 'no `change` step does the same'
  }
}

/** Finds a change for each write and applies it. A write that an earlier change has already made needs none. */
function remake(world: World, writes: readonly Written[], withIds: boolean): Change[] {
  const made: Change[] = []
  for (const write of inOrder(writes)) {
    const change = findChange(world, write, withIds)
    if (change === undefined || !isMade(world, change)) continue
    made.push(change)
  }
  return made
}

function isMade(world: World, change: Change): boolean {
  try {
    applyChange(world, change)
    return true
  } catch {
    return false
  }
}

/**
 * Sorts deletions by table, since a deletion includes records that refer to the deleted one. Keeps the order if there
 * are insertions.
 */
function inOrder(writes: readonly Written[]): readonly Written[] {
  if (writes.some(({ table, before }) => before === undefined && !definitions[table]!.internal)) return writes
  const isDeletion = ({ after }: Written) => after === undefined
  const deletions = writes.filter(isDeletion).toSorted((a, b) => a.table - b.table)
  return [...deletions, ...writes.filter((write) => !isDeletion(write))]
}

function findChange(world: World, { table, before, after }: Written, withIds: boolean): Change | undefined {
  const definition = definitions[table]!
  if (definition.internal) return undefined
  const { name } = definition
  const present = world.table(name)!.row((before ?? after)!.record.id)?.record
  if (after === undefined) return present && ({ delete: { [name]: referTo(definition, present) } } as Change)
  if (before === undefined && present === undefined)
    return { insert: { [name]: insertedFields(definition, after.record, withIds) } } as Change
  if (present === undefined) return undefined
  const fields = changedFields(definition, present, after.record)
  if (Object.keys(fields).length === 0) return undefined
  return { update: { [name]: { [referTo(definition, present)]: fields } } } as Change
}

/** The alias of a record if aliases are unique in its table, else the id. */
function referTo({ unique }: TableDefinition, record: BaseRecord): string {
  const { alias } = record as { readonly alias?: unknown }
  return typeof alias === 'string' && (unique as readonly string[]).includes('alias') ? alias : record.id
}

function insertedFields(definition: TableDefinition, record: BaseRecord, withId: boolean): Fields {
  const fields = Object.entries(encodeBytes(record) as unknown as Fields)
  return Object.fromEntries(
    fields.filter(([name]) => (withId || name !== 'id') && !(definition.secrets as readonly string[]).includes(name)),
  )
}

function changedFields(definition: TableDefinition, present: BaseRecord, after: BaseRecord): Fields {
  const old = present as unknown as Fields
  const { id: _id, ...fields } = insertedFields(definition, after, false)
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => differs(old[name], (after as unknown as Fields)[name])),
  )
}

/** Joins consecutive insertions into one table, and consecutive deletions from one. */
function merged(changes: readonly Change[]): Change[] {
  const joined: Change[] = []
  for (const change of changes) {
    const last = joined.at(-1)
    const both = last && join(last, change)
    if (both === undefined) joined.push(change)
    else joined[joined.length - 1] = both
  }
  return joined
}

function join(first: Change, second: Change): Change | undefined {
  for (const kind of ['insert', 'delete'] as const) {
    const [a, b] = [first, second].map((change) => (change as Readonly<Record<string, Fields>>)[kind])
    const [table] = Object.keys(a ?? {})
    if (table === undefined || b?.[table] === undefined) continue
    return { [kind]: { [table]: [a![table], b[table]].flat() } } as Change
  }
  return undefined
}

/** True if the changes turn `world` into `after`: with equal rows, their order, time, and next ids. */
function leadsTo(world: World, changes: readonly Change[], writes: readonly Written[], after: World): boolean {
  world.keepHistory()
  const start = world.state.history
  if (!changes.every((change) => isMade(world, change))) return false
  const { drawn, seq, nextDue, now } = world.state
  const { state } = after
  if (drawn !== state.drawn || seq !== state.seq || nextDue !== state.nextDue || now !== state.now) return false
  return [...writes, ...changesBetween(start, world.state.history!)].every((write) => {
    const { name } = definitions[write.table]!
    const { id } = (write.before ?? write.after)!.record
    return isSameRow(world.table(name)!.row(id), after.table(name)!.row(id))
  })
}

function isSameRow(a: Row<BaseRecord> | undefined, b: Row<BaseRecord> | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  const [first, second] = [a.record, b.record] as unknown as [Fields, Fields]
  const names = [...new Set([...Object.keys(first), ...Object.keys(second)])]
  return a.seq === b.seq && !names.some((name) => differs(first[name], second[name]))
}

/** True if two worlds have equal rows, settings, time, and next ids. */
export function isSameWorld(a: World, b: World): boolean {
  const isSameState = (['now', 'drawn', 'seq', 'nextDue'] as const).every((name) => a.state[name] === b.state[name])
  if (!isSameState || a.seed !== b.seed || JSON.stringify(a.settings) !== JSON.stringify(b.settings)) return false
  return definitions.every(({ name }) => {
    const [first, second] = [a.table(name)!, b.table(name)!]
    return (
      first.size === second.size && Array.from(first.rows()).every((row) => isSameRow(row, second.row(row.record.id)))
    )
  })
}
