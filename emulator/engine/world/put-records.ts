import * as v from 'valibot'
import { EmulatorError } from '../checking/emulator-error.ts'
import { problemsIn } from '../checking/issues.ts'
import { MAX_PROBLEMS, ProblemList } from '../checking/problem-list.ts'
import { withNearMiss, type Problem } from '../checking/problems.ts'
import { isObject } from '../checking/is-object.ts'
import { admit } from './admit.ts'
import { announce } from './references.ts'
import { tables } from './tables/index.ts'
import type { World } from './world.ts'

const position = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const record = v.looseObject({ id: v.string() })
const row = v.pipe(
  v.looseTuple([position, record]),
  v.check((given) => given.length === 2, 'expected [position, record] and nothing behind them'),
)

/** Rows `[position, record]` by table. */
export type Exported = Record<string, [seq: number, record: v.InferOutput<typeof record>][]>

const names = Object.values(tables).map(({ name }) => name)

/** Puts exported records into an empty world at their positions. Returns the problems; with any, the world is not usable. */
export function putRecords(world: World, exported: Exported): Problem[] {
  const problems = [...unknownTables(exported), ...rowProblems(exported)]
  if (problems.length > 0) return problems
  const rows = names
    .flatMap((table) => (exported[table] ?? []).map(([seq, fields]) => ({ table, seq, id: fields.id, fields })))
    .sort((a, b) => a.seq - b.seq)
  const announced = announce(rows)
  let last = -1
  for (const { table, seq, id, fields } of rows) {
    if (problems.length >= MAX_PROBLEMS) return problems
    const path = ['tables', table, id]
    if (seq === last) problems.push({ kind: 'value', path, message: `two records have the position ${seq}` })
    last = seq
    try {
      admit(world, world.table(table)!, fields, { announced, restored: seq })
    } catch (error) {
      if (!(error instanceof EmulatorError)) throw error
      for (const problem of error.problems) problems.push({ ...problem, path: [...path, ...problem.path] })
    }
  }
  return problems
}

function rowProblems(exported: Exported): Problem[] {
  const found = new ProblemList()
  for (const name of names) {
    found.addFrom(exported[name] ?? [], (given, index) =>
      isRow(given)
        ? []
        : problemsIn(row, given).map((problem) => ({ ...problem, path: ['tables', name, index, ...problem.path] })),
    )
  }
  return found.toArray()
}

/** Validates without copying, as the schema would. */
function isRow(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false
  const [seq, record] = value as unknown[]
  return Number.isSafeInteger(seq) && Number(seq) >= 0 && isObject(record) && typeof record['id'] === 'string'
}

function unknownTables(exported: Exported): Problem[] {
  const found = new ProblemList()
  found.addEach(
    Object.keys(exported).filter((name) => !(names as string[]).includes(name)),
    (name) => {
      const expected = `one of ${names.join(', ')}`
      return withNearMiss({ kind: 'unknown', path: ['tables', name], message: 'unknown table', expected }, name, names)
    },
  )
  return found.toArray()
}
