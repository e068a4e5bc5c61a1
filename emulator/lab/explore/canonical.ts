import { beyond, countsOf } from '../../engine/checking/counts.ts'
import { tables, type TableName } from '../../engine/world/tables/index.ts'
import { withPendingWorkDone } from '../../engine/world/with-pending-work-done.ts'
import type { World } from '../../engine/world/world.ts'
import { comparableText, masked, type Labels } from './output.ts'

/** A world as the set of what its records say: ids that the run drew stand for their records, and times are left out. */
export interface Canonical {
  /** By table, the records that differ from the start, as sorted texts; those that are gone are named. */
  readonly tables: ReadonlyMap<TableName, readonly string[]>
  readonly labels: Labels
}

/** What time alone makes, or what no client sees. */
const leftOut: ReadonlySet<TableName> = new Set<TableName>([
  'pending',
  'revision_numbers',
  'firings',
  'execution_events',
])
/** What a run draws, by the names of fields; an object and an entry of metadata have a `key` that the client chose. */
const drawn: ReadonlySet<string> = new Set(['id', 'key_prefix', 'target_target_id', 'number'])
const drawnSecrets = { api_keys: 'key', tokens: 'token' } as const
/** Records that say what happened: the same once more is no other world. */
const logs: ReadonlySet<TableName> = new Set<TableName>(['session_events'])
const isTime = (name: string): boolean => /(?:^|_)(?:at|ms)$/.test(name)

/** Rounds in which the label of a record comes to know those it refers to: a record, what it belongs to, and what that belongs to. */
const ROUNDS = 3

/** Places in the records of a table that are left out of every comparison: `/content`. */
export type WorldMasks = ReadonlyMap<TableName, ReadonlySet<string>>

const noMasks: WorldMasks = new Map()

/** What a run made of a world that began as `start`. Work that is under way is seen to its end first, in a copy. */
export function canonicalWorld(world: World, start: World, masks: WorldMasks = noMasks): Canonical {
  const end = withPendingWorkDone(world)
  const changed = withMasks(changedRecords(end, start), masks)
  const labels = labelRecords(changed, newSecrets(world, start), drawnAliases(world, start))
  const said = new Map<TableName, readonly string[]>()
  for (const [table, records] of changed) {
    const texts = records
      .map((record) => ('gone' in record ? `${GONE}${record.gone}` : describeRecord(record.fields, labels)))
      .toSorted()
    if (texts.length > 0) said.set(table, logs.has(table) ? [...new Set(texts)] : texts)
  }
  return { tables: said, labels }
}

type Changed = { readonly gone: string } | { readonly id: string; readonly isNew: boolean; readonly fields: Fields }
type Fields = Readonly<Record<string, unknown>>

function changedRecords(end: World, start: World): Map<TableName, Changed[]> {
  const changed = new Map<TableName, Changed[]>()
  // Forks share a table until one of them writes to it.
  const untouched = new Set(
    end.state.tables
      .filter((table, place) => table === start.state.tables[place])
      .map(({ definition }) => definition.name),
  )
  for (const name of Object.keys(tables) as TableName[]) {
    if (leftOut.has(name) || untouched.has(name)) continue
    const now = end.table(name)!
    const then = start.table(name)!
    const list: Changed[] = []
    // Records are replaced and never changed: one that stands in both is the same.
    const left = new Set<{ readonly id: string }>()
    for (const { record } of then.rows()) left.add(record)
    for (const { record } of now.rows()) {
      if (left.delete(record)) continue
      const before = then.get(record.id)
      const fields = seen(name, record as unknown as Fields)
      if (before === undefined) list.push({ id: record.id, isNew: true, fields })
      else if (JSON.stringify(seen(name, before as unknown as Fields)) !== JSON.stringify(fields))
        list.push({ id: record.id, isNew: false, fields: { id: record.id, ...fields } })
    }
    for (const { id } of left) if (now.get(id) === undefined) list.push({ gone: id })
    changed.set(name, name === 'executions' ? scheduledApart(list, end) : list)
  }
  return changed
}

/** What schedules began is a matter of time, and of how many requests made it pass. */
function scheduledApart(list: Changed[], end: World): Changed[] {
  if (list.length === 0) return list
  const fired = new Set(Array.from(end.firings.rows(), ({ record }) => record.execution_id))
  return list.filter((each) => 'gone' in each || !fired.has(each.id))
}

function seen(table: TableName, record: Fields): Fields {
  const kept = Object.entries(record).filter(
    ([name, value]) =>
      !isTime(name) &&
      !drawn.has(name) &&
      name !== drawnSecrets[table as 'tokens'] &&
      !(value instanceof Uint8Array && value.length === 0),
  )
  // Here, and not while it is written: a Buffer becomes a list of numbers before anybody is asked.
  const fields = Object.fromEntries(
    kept.map(([name, value]) => [name, value instanceof Uint8Array ? `bytes:${value.length}:${sum(value)}` : value]),
  )
  return logs.has(table) ? { ...fields, data: withoutIds(fields['data'] as Fields) } : fields
}

/** What an event tells of may be gone since, and is compared in its own table. */
function withoutIds(data: Fields): Fields {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !name.endsWith('_id')))
}

function withMasks(
  changed: ReadonlyMap<TableName, readonly Changed[]>,
  masks: WorldMasks,
): ReadonlyMap<TableName, readonly Changed[]> {
  if (masks.size === 0) return changed
  return new Map(
    Array.from(changed, ([table, records]) => [
      table,
      records.map((record) =>
        'fields' in record && masks.has(table)
          ? { ...record, fields: masked(record.fields, masks.get(table)!) as Fields }
          : record,
      ),
    ]),
  )
}

/** New records by what they say: first themselves, then with what they refer to; and their secrets, which other records may keep. */
function labelRecords(
  changed: ReadonlyMap<TableName, readonly Changed[]>,
  secrets: readonly NewSecret[],
  aliases: Labels,
): Labels {
  let labels = new Map(aliases)
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Map(aliases)
    for (const [table, records] of changed) {
      for (const record of records)
        if ('fields' in record && record.isNew)
          next.set(record.id, `<${table} ${describeRecord(record.fields, labels)}>`.slice(0, MAX_LABEL))
    }
    for (const { secret, field, id, table } of secrets) next.set(secret, `<${field} of ${next.get(id) ?? table}>`)
    // Where none refers to another, one round says all.
    if (Array.from(next).every(([id, label]) => labels.get(id) === label)) break
    labels = next
  }
  return labels
}

const MAX_LABEL = 2_000

/** What a record says, with the ids and secrets that the run drew as what they stand for, wherever a client wrote them, and without times. */
function describeRecord(fields: Fields, labels: Labels): string {
  return comparableText(JSON.stringify(fields), (word) => {
    const label = labels.get(word)
    return label === undefined ? undefined : JSON.stringify(label).slice(1, -1)
  })
}

function sum(bytes: Uint8Array): number {
  let total = 0
  for (const byte of bytes) total = (total * 31 + byte) % 2_147_483_647
  return total
}

/** Aliases of organizations whose creator chose none: they are made of their ids. */
function drawnAliases(world: World, start: World): Labels {
  const made = Array.from(world.orgs.rows(), ({ record }) => record).filter(
    ({ id, alias }) => start.orgs.get(id) === undefined && alias === `org-${id.slice(0, 8)}`,
  )
  return new Map(made.map(({ alias }) => [alias, '<alias that was drawn>']))
}

interface NewSecret {
  readonly secret: string
  /** The record that it belongs to, and where it stands there. */
  readonly id: string
  readonly table: TableName
  readonly field: string
}

function newSecrets(world: World, start: World): NewSecret[] {
  return Object.entries(drawnSecrets).flatMap(([table, field]) =>
    Array.from(world.table(table)!.rows(), ({ record }) => record)
      .filter(({ id }) => start.table(table)!.get(id) === undefined)
      .map((record) => ({
        secret: (record as unknown as Record<string, string>)[field]!,
        id: record.id,
        table: table as TableName,
        field,
      })),
  )
}

/** Begins the text of a record that the run deleted. */
export const GONE = 'gone: '

/** Whether a world lies between two that are right: it has each record as often as one of them or the other has it, and as many of each table. */
export function worldBetween(actual: Canonical, first: Canonical, second: Canonical): boolean {
  return listTables(actual, first, second).every((table) => {
    const [own, left, right] = [listRecords(actual, table), listRecords(first, table), listRecords(second, table)]
    const counts = [own, left, right].map(countsOf)
    return (
      isBetween([own.length, left.length, right.length]) &&
      [...new Set([...own, ...left, ...right])].every((text) => isBetween(counts.map((each) => each.get(text) ?? 0)))
    )
  })
}

/** Whether the first number lies between the others. */
function isBetween([count = 0, ...others]: readonly number[]): boolean {
  return count >= Math.min(...others) && count <= Math.max(...others)
}

/** The tables of several worlds. */
export function listTables(...worlds: readonly Canonical[]): TableName[] {
  return [...new Set(worlds.flatMap(({ tables: each }) => [...each.keys()]))]
}

/** The records of a table, as texts. */
export function listRecords(world: Canonical, table: TableName): readonly string[] {
  return world.tables.get(table) ?? []
}

/** What two runs made of the same world, as far as it differs: `-` is in the first world alone, `+` in the second. What they say comes before what is only deleted. */
export function worldDifferences(expected: Canonical, actual: Canonical): string[] {
  const said: string[] = []
  const deleted: string[] = []
  const note = (sign: '+' | '-', table: TableName, text: string) => {
    if (!text.startsWith(GONE)) said.push(`${sign} ${table} ${text}`)
    else
      deleted.push(
        sign === '+'
          ? `- ${table} ${text.slice(GONE.length)} (is deleted)`
          : `+ ${table} ${text.slice(GONE.length)} (is still there)`,
      )
  }
  for (const table of listTables(expected, actual)) {
    const [right, own] = [listRecords(expected, table), listRecords(actual, table)]
    for (const text of beyond(own, right)) note('+', table, text)
    for (const text of beyond(right, own)) note('-', table, text)
  }
  return [...said, ...deleted]
}
