import { encodeBytes } from '../world/bytes.ts'
import type { TableDefinition } from '../world/definition.ts'
import type { StateChange } from '../world/world-state.ts'
import { tables } from '../world/tables/index.ts'
import type { Fields } from '../checking/is-object.ts'

const definitions = Object.values(tables) as unknown as TableDefinition[]

/** Placeholder of a secret field, as in the journal. */
const REDACTED = '[redacted]'

export interface RecordChange {
  readonly table: string
  readonly id: string
  /** The inserted record, or the deleted one. Secrets are redacted, binary content is `{base64}`. */
  readonly record: Fields
}

export interface FieldChange {
  readonly field: string
  /** Undefined if the record did not have the field. */
  readonly before: unknown
  readonly after: unknown
}

/** A changed record, with its changed fields. */
export interface RecordUpdate extends RecordChange {
  readonly fields: readonly FieldChange[]
}

/** Changes of the world by one journal entry. */
export interface EntryChanges extends Changes {
  readonly entry: number
}

/** Net record changes between two states. */
export interface Changes {
  readonly inserted: readonly RecordChange[]
  readonly changed: readonly RecordUpdate[]
  readonly deleted: readonly RecordChange[]
}

/** A record before and after a write, and the position of its table. */
export type Written = Pick<StateChange, 'table' | 'before' | 'after'>

interface Whole {
  readonly definition: TableDefinition
  readonly id: string
  readonly before: Fields | undefined
  after: Fields | undefined
}

/** Net effect of writes: a record that was written twice changed once. Pending work is left out, as in the state. */
export function summarize(changes: readonly Written[]): Changes {
  const inserted: RecordChange[] = []
  const changed: RecordUpdate[] = []
  const deleted: RecordChange[] = []
  for (const whole of wholes(changes)) {
    const { definition, id, before, after } = whole
    if (before === after) continue
    if (before !== undefined && after !== undefined) changed.push(...updated(whole, before, after))
    else if (after !== undefined) inserted.push({ table: definition.name, id, record: shown(definition, after) })
    else if (before !== undefined) deleted.push({ table: definition.name, id, record: shown(definition, before) })
  }
  return { inserted, changed, deleted }
}

/** First and last state of each written record, in order of its first write. */
function wholes(changes: readonly Written[]): Iterable<Whole> {
  const found = new Map<string, Whole>()
  for (const { table, before, after } of changes) {
    const definition = definitions[table]!
    if (definition.internal) continue
    const { id } = (before ?? after)!.record
    const key = `${table} ${id}`
    const known = found.get(key)
    if (known === undefined) found.set(key, { definition, id, before: before?.record, after: after?.record })
    else known.after = after?.record
  }
  return found.values()
}

function updated({ definition, id }: Whole, before: Fields, after: Fields): RecordUpdate[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const differing = names.filter((field) => differs(before[field], after[field]))
  if (differing.length === 0) return []
  const from = shown(definition, before)
  const to = shown(definition, after)
  return [
    {
      table: definition.name,
      id,
      record: to,
      fields: differing.map((field) => ({ field, before: from[field], after: to[field] })),
    },
  ]
}

/** True for values of fields that differ. */
export function differs(before: unknown, after: unknown): boolean {
  if (before === after) return false
  if (before instanceof Uint8Array && after instanceof Uint8Array) return !isSameBytes(before, after)
  return JSON.stringify(before) !== JSON.stringify(after)
}

function isSameBytes(before: Uint8Array, after: Uint8Array): boolean {
  return before.length === after.length && before.every((byte, at) => byte === after[at])
}

function shown({ secrets }: TableDefinition, record: Fields): Fields {
  const hidden = Object.fromEntries(
    secrets.filter((field) => typeof record[field] === 'string').map((field) => [field, REDACTED]),
  )
  return { ...(encodeBytes(record as never) as Fields), ...hidden }
}
