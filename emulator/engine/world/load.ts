import { EmulatorError } from '../checking/emulator-error.ts'
import { MAX_PROBLEMS, ProblemList } from '../checking/problem-list.ts'
import { withNearMiss, type Path, type Problem } from '../checking/problems.ts'
import { defaultBounds } from './bounds.ts'
import { admit } from './admit.ts'
import { tableNames } from './arrange.ts'
import { shortName } from './definition.ts'
import { generate, type GenerateBlock } from './generate.ts'
import { mix } from './ids.ts'
import { announce } from './references.ts'
import type { World } from './world.ts'
import { drawId } from './draw.ts'
import type { Fields } from '../checking/is-object.ts'

/** Records for a world, as in fixtures and scenarios. */
export interface WorldRecords {
  readonly records?: Readonly<Record<string, readonly Fields[] | undefined>> | undefined
  readonly generate?: Readonly<Record<string, GenerateBlock | readonly GenerateBlock[] | undefined>> | undefined
}

export interface LoadOptions {
  /** Called regularly while many records are loaded. */
  readonly progress?: (loaded: number) => void
  /** Maximum of records loaded at once. */
  readonly maxRecords?: number
  /** Budget of generated records (`SizeBudget`). */
  readonly maxGenerated?: number
  /** Path of the records in their document, for problems. */
  readonly path?: Path
}

/** A record to load. There may be a million: entries are kept small. */
interface LoadedEntry {
  readonly table: string
  readonly fields: Fields
  /** Path of its list, or of the block that generates it. */
  readonly place: Path
  /** Undefined for a generated record. */
  readonly index: number | undefined
  /** Drawn if the document gives none. */
  id: string | undefined
}

const PROGRESS_EVERY = 10_000

/**
 * Loads records in the order of tables, then of the document. Throws `EmulatorError`, and changes nothing, if one is
 * invalid.
 */
export function loadRecords(world: World, source: WorldRecords, options: LoadOptions = {}): void {
  const before = world.snapshot()
  const problems: Problem[] = unknownTables(source)
  refuseTooMany(source, options)
  const entries = collect(source, world.seed, options)
  // Ids are drawn before anything is inserted, so that records may refer to later ones.
  const given = new Set(entries.flatMap(({ id }) => id ?? []))
  for (const entry of entries) entry.id ??= drawId(world, world.table(entry.table)!, given)
  const announced = announce(entries)
  let refused = 0
  for (const [position, entry] of entries.entries()) {
    if (Math.max(refused, problems.length) >= MAX_PROBLEMS) break
    try {
      admit(world, world.table(entry.table)!, entry.fields, { id: entry.id!, announced })
    } catch (error) {
      if (!(error instanceof EmulatorError)) throw error
      refused++
      for (const problem of error.problems)
        addNew(problems, { ...problem, path: [...entryPath(entry), ...asWritten(entry, problem.path)] })
    }
    if ((position + 1) % PROGRESS_EVERY === 0) options.progress?.(position + 1)
  }
  if (problems.length === 0) return
  world.restore(before)
  throw new EmulatorError(problems.map((problem) => ({ ...problem, path: [...(options.path ?? []), ...problem.path] })))
}

function collect(
  source: WorldRecords,
  seed: number,
  { maxGenerated = defaultBounds.importBytes, path: place = [] }: LoadOptions,
): LoadedEntry[] {
  const entries: LoadedEntry[] = []
  const room = { left: maxGenerated }
  for (const table of tableNames) {
    const at = ['records', table]
    for (const [index, fields] of (source.records?.[table] ?? []).entries())
      entries.push({ table, fields, place: at, index, id: ownId(fields) })
    const given = source.generate?.[table]
    if (given === undefined) continue
    const blocks = Array.isArray(given) ? (given as readonly GenerateBlock[]) : [given as GenerateBlock]
    for (const [i, block] of blocks.entries()) {
      const at = Array.isArray(given) ? ['generate', table, i] : ['generate', table]
      for (const fields of generate(block, mix(seed, i, tableNames.indexOf(table)), room))
        entries.push({ table, fields, place: at, index: undefined, id: ownId(fields) })
      if (room.left < 0) throw tooMuch(maxGenerated, [...place, ...at])
    }
  }
  return entries
}

function tooMuch(max: number, path: Path): EmulatorError {
  const message = `the records that it generates, with those before, hold more than ${max.toLocaleString('en')} characters (option bounds.importBytes)`
  return new EmulatorError([{ kind: 'value', path, message }])
}

/** Counts the records before any of them is made. */
function refuseTooMany(
  { records = {}, generate: blocks = {} }: WorldRecords,
  { maxRecords = defaultBounds.records, path = [] }: LoadOptions,
): void {
  let count = 0
  const refuse = (at: Path, before = ''): void => {
    if (count <= maxRecords) return
    const message = `${count.toLocaleString('en')} records${before}, where at most ${maxRecords.toLocaleString('en')} may be loaded at once (--bounds records=N, option bounds.records)`
    throw new EmulatorError([{ kind: 'value', path: [...path, ...at], message }])
  }
  for (const list of Object.values(records)) count += list?.length ?? 0
  for (const [table, given] of Object.entries(blocks)) {
    for (const block of [given ?? []].flat() as GenerateBlock[]) count += block.count
    refuse(['generate', table], ' with those before')
  }
  refuse(['records'])
}

function ownId({ id }: Fields): string | undefined {
  return id === undefined ? undefined : String(id)
}

function entryPath({ place, index }: LoadedEntry): Path {
  return index === undefined ? place : [...place, index]
}

/** Path as written: a problem names the stored field, but the document may use its short form. */
function asWritten(entry: LoadedEntry, path: Path): Path {
  const [field, ...rest] = path
  if (typeof field !== 'string' || field in entry.fields) return path
  const short = shortName(field)
  return short in entry.fields ? [short, ...rest] : path
}

/** Adds a problem unless it is known: generated records share one path, and a mistake usually affects them all. */
function addNew(problems: Problem[], problem: Problem): void {
  const path = problem.path.join()
  if (!problems.some((other) => other.message === problem.message && other.path.join() === path)) problems.push(problem)
}

function unknownTables(source: WorldRecords): Problem[] {
  const found = new ProblemList()
  for (const part of ['records', 'generate'] as const) {
    found.addEach(
      Object.keys(source[part] ?? {}).filter((table) => !tableNames.includes(table)),
      (table) => {
        const expected = `one of ${tableNames.join(', ')}`
        const problem: Problem = { kind: 'unknown', path: [part, table], message: 'unknown table', expected }
        return withNearMiss(problem, table, tableNames)
      },
    )
  }
  return found.toArray()
}
