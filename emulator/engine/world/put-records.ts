import * as v from 'valibot'
import { EmulatorError } from '../checking/emulator-error.ts'
import { problemsIn } from '../checking/issues.ts'
import { nearest } from '../checking/near-miss.ts'
import { MAX_PROBLEMS, ProblemList } from '../checking/problem-list.ts'
import type { Problem } from '../checking/problems.ts'
import { isObject } from '../checking/is-object.ts'
import { decodeBytes } from './bytes.ts'
import type { Collection } from './collection.ts'
import type { BaseRecord } from './row.ts'
import { takenProblems } from './taken.ts'
import { tables } from './tables/index.ts'
import type { World } from './world.ts'

const position = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const record = v.looseObject({ id: v.string() })
const row = v.pipe(
  v.looseTuple([position, record]),
  v.check((given) => given.length === 2, 'expected [position, record] and nothing behind them'),
)

/** By table, each row `[position, record]`. */
export type Exported = Record<string, [seq: number, record: v.InferOutput<typeof record>][]>
type Fields = Record<string, unknown> & BaseRecord

const names = Object.values(tables).map(({ name }) => name)

/** Fields, by table, that a state of an older release cannot hold. */
type Added = Readonly<Record<string, readonly string[]>>

/**
 * Puts exported records into an empty world, each at its own position; the fields of `added` that they lack are derived as those of
 * new records are. Returns what is wrong with them; the world is then of no use.
 */
export function putRecords(world: World, exported: Exported, added: Added = {}): Problem[] {
  const problems = [...unknownTables(exported), ...rowProblems(exported)]
  if (problems.length > 0) return problems
  const rows = names.flatMap((name) => (exported[name] ?? []).map(([seq, record]) => ({ name, seq, record })))
  let last = -1
  for (const { name, seq, record } of rows.sort((a, b) => a.seq - b.seq)) {
    if (problems.length >= MAX_PROBLEMS) return problems
    const path = ['tables', name, record.id]
    if (seq === last) problems.push({ kind: 'value', path, message: `two records have the position ${seq}` })
    last = seq
    const found = putOne(world, world.table(name)!, seq, record, added[name])
    for (const problem of found) problems.push({ ...problem, path: [...path, ...problem.path] })
  }
  return problems.length > 0 ? problems : danglingReferences(world)
}

function rowProblems(exported: Exported): Problem[] {
  const found = new ProblemList()
  for (const name of names) {
    for (const [index, given] of (exported[name] ?? []).entries()) {
      if (found.full) break
      if (isRow(given)) continue
      found.addEach(problemsIn(row, given), (problem) => ({
        ...problem,
        path: ['tables', name, index, ...problem.path],
      }))
    }
  }
  if (found.full) found.stop()
  return found.toArray()
}

/** What fits is not copied, as the schema would. */
function isRow(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false
  const [seq, record] = value as unknown[]
  return Number.isSafeInteger(seq) && Number(seq) >= 0 && isObject(record) && typeof record['id'] === 'string'
}

function putOne(
  world: World,
  collection: Collection,
  seq: number,
  record: { readonly id: string },
  added: readonly string[] = [],
): Problem[] {
  const { definition } = collection
  let decoded: Record<string, unknown> = record
  try {
    // Only tables of binary content hold bytes; elsewhere an object with `base64` is a user's own value.
    if (definition.measure !== undefined) decoded = decodeBytes(record)
  } catch (error) {
    if (error instanceof EmulatorError) return [...error.problems]
    throw error
  }
  decoded = withAdded(collection, decoded, added)
  const problems = [...problemsIn(definition.schema, decoded), ...takenProblems(world, collection, decoded)]
  if (problems.length > 0) return problems
  world.state.seq = seq
  collection.put(decoded as Fields)
  return []
}

function withAdded(
  collection: Collection,
  record: Record<string, unknown>,
  added: readonly string[],
): Record<string, unknown> {
  const missing = added.filter((field) => !(field in record))
  if (missing.length === 0) return record
  const fields = Object.entries(collection.complete(record)).filter(
    ([field]) => field in record || missing.includes(field),
  )
  return Object.fromEntries(fields.map(([field, derived]) => [field, field in record ? record[field] : derived]))
}

/** A key of nobody, a revision of no blob: an answer about one would have to invent the other. */
function danglingReferences(world: World): Problem[] {
  const problems: Problem[] = []
  for (const name of names) {
    const collection = world.table(name) as unknown as Collection<Fields>
    for (const { record } of collection.rows()) {
      for (const { field, table } of collection.definition.references) {
        const value = record[field]
        const target = typeof table === 'string' ? table : table.tables[String(record[table.by])]
        if (typeof value !== 'string' || target === undefined || world.table(target)!.get(value) !== undefined) continue
        if (
          problems.push({
            kind: 'reference',
            path: ['tables', name, record.id, field],
            message: `'${target}' holds no record '${value}'`,
          }) >= MAX_PROBLEMS
        )
          return problems
      }
    }
  }
  return problems
}

function unknownTables(exported: Exported): Problem[] {
  const found = new ProblemList()
  found.addEach(
    Object.keys(exported).filter((name) => !(names as string[]).includes(name)),
    (name) => {
      const near = nearest(name, names)
      const problem: Problem = {
        kind: 'unknown',
        path: ['tables', name],
        message: 'unknown table',
        expected: `one of ${names.join(', ')}`,
      }
      return near === undefined ? problem : { ...problem, nearMiss: near }
    },
  )
  return found.toArray()
}
