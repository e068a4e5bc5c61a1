import { multisetDifference, countValues } from '../../engine/checking/counts.ts'
import { tables, type TableName } from '../../engine/world/tables/index.ts'
import { withPendingWorkDone } from '../../engine/world/with-pending-work-done.ts'
import type { World } from '../../engine/world/world.ts'
import { comparableText, masked, type Labels } from './output.ts'
import type { Fields } from '../../engine/checking/is-object.ts'

/** Comparable form of a world: labels replace the ids that the run drew, and times are left out. */
export interface Canonical {
  /** By table, the records that differ from the start, as sorted texts. Deleted records are listed, too. */
  readonly tables: ReadonlyMap<TableName, readonly string[]>
  readonly labels: Labels
}

/** Tables whose records only depend on time, or that no client sees. */
const leftOut: ReadonlySet<TableName> = new Set<TableName>([
  'pending',
  'revision_numbers',
  'firings',
  'execution_events',
])
/** Fields with values that a run draws. The `key` of objects and metadata is chosen by the client. */
const drawn: ReadonlySet<string> = new Set(['id', 'key_prefix', 'target_target_id', 'number'])
const drawnSecrets = { api_keys: 'key', tokens: 'token' } as const
/** Tables of events: a repeated event does not make the world different. */
const logs: ReadonlySet<TableName> = new Set<TableName>(['session_events'])
const isTime = (name: string): boolean => /(?:^|_)(?:at|ms)$/.test(name)

/** Rounds of labelling: a record learns the labels of its parents, and of their parents. */
const ROUNDS = 3

/** Paths by table that are left out of every comparison: `/content`. */
export type WorldMasks = ReadonlyMap<TableName, ReadonlySet<string>>

const noMasks: WorldMasks = new Map()

/** Canonical form of a world that began as `start`. Work under way is completed first, in a copy. */
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
    // Records are immutable: one that is in both worlds is unchanged.
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

/** Removes what schedules created: it depends on time, and so on the number of requests. */
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
  // Convert before serializing: JSON.stringify turns a Buffer into a list of numbers before a replacer sees it.
  const fields = Object.fromEntries(
    kept.map(([name, value]) => [name, value instanceof Uint8Array ? `bytes:${value.length}:${sum(value)}` : value]),
  )
  return logs.has(table) ? { ...fields, data: withoutIds(fields['data'] as Fields) } : fields
}

/** Drops ids from the data of an event: its record may be gone, and is compared in its own table. */
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

/** Labels new records and their secrets by their content: first their own, then that of records they refer to. */
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
    // One round is enough if no record refers to another.
    if (Array.from(next).every(([id, label]) => labels.get(id) === label)) break
    labels = next
  }
  return labels
}

const MAX_LABEL = 2_000

/** Text of a record without times, with labels in place of the ids and secrets that the run drew. */
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

/** Aliases of organizations whose creator gave none: they contain drawn ids. */
function drawnAliases(world: World, start: World): Labels {
  const made = Array.from(world.orgs.rows(), ({ record }) => record).filter(
    ({ id, alias }) => start.orgs.get(id) === undefined && alias === `org-${id.slice(0, 8)}`,
  )
  return new Map(made.map(({ alias }) => [alias, '<alias that was drawn>']))
}

interface NewSecret {
  readonly secret: string
  /** Id of the record that it belongs to, and its place there. */
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

/** Prefix of the text of a deleted record. */
export const GONE = 'gone: '

/** True if each record occurs as often as in one of two correct worlds, and each table has a size between theirs. */
export function isWorldBetween(actual: Canonical, first: Canonical, second: Canonical): boolean {
  return listTables(actual, first, second).every((table) => {
    const [own, left, right] = [listRecords(actual, table), listRecords(first, table), listRecords(second, table)]
    const counts = [own, left, right].map(countValues)
    return (
      isBetween([own.length, left.length, right.length]) &&
      [...new Set([...own, ...left, ...right])].every((text) => isBetween(counts.map((each) => each.get(text) ?? 0)))
    )
  })
}

/** True if the first number lies between the others. */
function isBetween([count = 0, ...others]: readonly number[]): boolean {
  return count >= Math.min(...others) && count <= Math.max(...others)
}

/** Names of the tables that differ from the start in any of the worlds. */
export function listTables(...worlds: readonly Canonical[]): TableName[] {
  return [...new Set(worlds.flatMap(({ tables: each }) => [...each.keys()]))]
}

/** Records of a table, as texts. */
export function listRecords(world: Canonical, table: TableName): readonly string[] {
  return world.tables.get(table) ?? []
}

/** Differences between two worlds: `-` is only in the first, `+` only in the second. Deletions come last. */
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
    for (const text of multisetDifference(own, right)) note('+', table, text)
    for (const text of multisetDifference(right, own)) note('-', table, text)
  }
  return [...said, ...deleted]
}
