import * as v from 'valibot'
import { boundedParse } from '../checking/bounded-parse.ts'
import { EmulatorError } from '../checking/emulator-error.ts'
import { problemsFrom } from '../checking/issues.ts'
import { nearest } from '../checking/near-miss.ts'
import { ProblemList } from '../checking/problem-list.ts'
import type { Problem } from '../checking/problems.ts'
import { aliasHolder } from './aliases.ts'
import { decodeBytes } from './bytes.ts'
import { drawId } from './draw.ts'
import type { Draft, Records, TableDefinition, TableWorld } from './definition.ts'
import { resolveReferences, spellOut, type Announced } from './references.ts'
import type { BaseRecord } from './row.ts'
import type { MutableFields } from '../checking/is-object.ts'

/** Origin of a record that is admitted with others, or restored. */
interface RecordOrigin {
  /** Drawn id, used if the record has none of its own. */
  readonly id?: string
  /** Ids of records that are admitted later, to which it may refer. */
  readonly announced?: Announced
  /** Position in a restored state. The record keeps it, and its pending work is part of that state. */
  readonly restored?: number
}

/**
 * Admits a record to a world: completes it, resolves its references, validates it and inserts it. All records enter
 * here: those of endpoints, fixtures, scenarios, states and the control API. Throws `EmulatorError` with all problems,
 * and changes nothing.
 */
export function admit(
  world: TableWorld,
  collection: Records,
  input: MutableFields,
  origin: RecordOrigin = {},
): BaseRecord {
  const { definition } = collection
  const { drawn } = world
  const fields = spellOut(definition, definition.binary.length === 0 ? input : decodeBytes(input, definition.binary))
  if (origin.id !== undefined) fields['id'] ??= origin.id
  const problems = unknownFields(definition, fields)
  resolveReferences(world, definition, fields, problems, origin.announced)
  if (problems.length > 0) throw new EmulatorError(problems)
  const isDrawn = fields['id'] == null
  try {
    const record = origin.restored === undefined ? complete(world, collection, fields) : (fields as Draft)
    const found = checkRecord(world, collection, record, isDrawn ? record.id : undefined)
    if (found.length > 0) throw new EmulatorError(withoutDerived(found, fields))
    return origin.restored === undefined ? collection.insert(record) : collection.put(record, origin.restored)
  } catch (error) {
    // Later ids must not depend on refused records.
    world.drawn = drawn
    throw error
  }
}

/** Problems of a complete record. `ownId`: an id that no other record has, of the record it replaces or just drawn. */
export function checkRecord(world: TableWorld, collection: Records, record: BaseRecord, ownId?: string): Problem[] {
  const { schema } = collection.definition
  const checked = boundedParse(schema, record)
  return checked.success ? uniquenessProblems(world, collection, record, ownId) : problemsFrom(checked, schema)
}

/** Checked before fields are derived, so that a near miss is not a derived field. */
export function unknownFields({ schemaEntries }: TableDefinition, fields: MutableFields): Problem[] {
  const unknown = Object.keys(fields).filter((field) => !Object.hasOwn(schemaEntries, field))
  if (unknown.length === 0) return []
  const known = Object.keys(schemaEntries)
  const found = new ProblemList()
  found.addEach(unknown, (field) => {
    const expected = `one of ${known.join(', ')}`
    const near = nearest(field, known)
    const hint = near === undefined ? ` (known: ${known.join(', ')})` : ''
    const problem: Problem = { kind: 'unknown', path: [field], message: `unknown field${hint}`, expected }
    return near === undefined ? problem : { ...problem, nearMiss: near }
  })
  return found.toArray()
}

/** Completes a record with the fields that its table derives, in the order of answers. */
function complete(world: TableWorld, collection: Records, fields: MutableFields): Draft {
  const { schemaEntries, derive } = collection.definition
  fields['id'] ??= drawId(world, collection)
  const derived: MutableFields = derive(fields as Draft, world)
  const record: MutableFields = {}
  for (const field in schemaEntries) {
    const value = fields[field] === undefined ? derived[field] : fields[field]
    if (value !== undefined || field in derived) record[field] = value
  }
  return record as Draft
}

/** Drops problems of derived fields if there are others: a value derived from a wrong one is wrong, too. */
function withoutDerived(problems: readonly Problem[], written: Readonly<MutableFields>): readonly Problem[] {
  const own = problems.filter(({ kind, path }) => kind === 'missing' || Object.hasOwn(written, String(path[0])))
  return own.length > 0 ? own : problems
}

/** Problems of unique values that another record already holds. */
function uniquenessProblems(world: TableWorld, { definition }: Records, record: BaseRecord, ownId?: string): Problem[] {
  const problems: Problem[] = []
  for (const field of record.id === ownId ? definition.unique : ['id', ...definition.unique]) {
    const value = (record as unknown as MutableFields)[field]
    if (typeof value !== 'string') continue
    const holder = findHolder(world, definition.name, field, value)
    if (holder === undefined || holder.id === ownId) continue
    const message =
      holder.table === definition.name
        ? `another record of '${definition.name}' has the ${field} '${value}'`
        : `the ${holder.noun} '${value}' has this alias: users, organizations and blobs share one space of aliases (A-64)`
    problems.push({ kind: 'value', path: [field], message, holder: { table: holder.table, field, value } })
  }
  return problems
}

function findHolder(
  world: TableWorld,
  table: string,
  field: string,
  value: string,
): { readonly table: string; readonly noun?: string; readonly id: string } | undefined {
  if (field === 'alias') return aliasHolder(world, table, value)
  const holder = world.table(table)!.with(field as never, value)
  return holder && { table, id: holder.id }
}

/** Problems of values that a field of the table can never have. */
export function impossibleValues({ schemaEntries, references }: TableDefinition, fields: MutableFields): Problem[] {
  return Object.entries(fields).flatMap(([field, value]) => {
    // A reference may be given as an alias.
    if (typeof value === 'string' && references.some((reference) => reference.field === field)) return []
    const schema = v.strictObject({ [field]: schemaEntries[field] as v.GenericSchema })
    const checked = boundedParse(schema, { [field]: value })
    return checked.success ? [] : problemsFrom(checked, schema)
  })
}
