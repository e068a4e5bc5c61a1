import { withNearMiss, type Problem } from '../checking/problems.ts'
import { aliasesIn } from './aliases.ts'
import type { Reference, TableDefinition, TableWorld } from './definition.ts'
import { isUuid } from '../../contract/uuid.ts'
import { asStoredTime } from './time.ts'
import { storedId } from './vary-ids.ts'
import type { MutableFields } from '../checking/is-object.ts'

/** Ids of records that are admitted together, by table, then by alias and by id: one may refer to a later one. */
export type Announced = () => ReadonlyMap<string, ReadonlyMap<string, string>>

/**
 * Announces records that are admitted one by one. They are read at the first forward reference: most documents have
 * none.
 */
export function announce(
  records: readonly {
    readonly table: string
    readonly id: string | undefined
    readonly fields: Readonly<MutableFields>
  }[],
): Announced {
  let announced: Map<string, Map<string, string>> | undefined
  return () => {
    if (announced !== undefined) return announced
    announced = new Map()
    for (const { table, fields, id = '' } of records) {
      let ids = announced.get(table)
      if (ids === undefined) announced.set(table, (ids = new Map()))
      ids.set(id, id)
      if (typeof fields['alias'] === 'string') ids.set(fields['alias'], id)
    }
    return announced
  }
}

/**
 * Copies an input with full field names: `org: acme` stands for `org_id: <id>`, and either takes an alias or an id.
 * Times are converted to UTC.
 */
export function spellOut(definition: TableDefinition, input: MutableFields): MutableFields {
  let fields = { ...input }
  for (const { field, short } of definition.references) {
    if (!(short in fields) || short in definition.schemaEntries) continue
    const { [short]: value, ...others } = fields
    fields = { ...others, [field]: others[field] ?? value }
  }
  for (const field of definition.times) if (field in fields) fields[field] = asStoredTime(fields[field])
  return fields
}

/** Replaces aliases by ids, and adds a problem for each unknown reference. */
export function resolveReferences(
  world: TableWorld,
  definition: TableDefinition,
  fields: MutableFields,
  problems: Problem[],
  announced?: Announced,
): void {
  for (const reference of definition.references) {
    const value = fields[reference.field]
    if (typeof value !== 'string') continue
    const table = targetTable(reference, fields)
    if (table === undefined) continue
    const id = lookUp(world, table, value, announced)
    if (id === undefined) problems.push(toNothing(world, reference.field, table, value, announced))
    else fields[reference.field] = id
  }
}

function targetTable({ table }: Reference, fields: MutableFields): string | undefined {
  return typeof table === 'string' ? table : table.tables[String(fields[table.by])]
}

function lookUp(world: TableWorld, table: string, value: string, announced: Announced | undefined): string | undefined {
  const collection = world.table(table)!
  return (collection.find(value) ?? collection.get(storedId(world, value)))?.id ?? announced?.().get(table)?.get(value)
}

function toNothing(
  world: TableWorld,
  field: string,
  table: string,
  value: string,
  announced: Announced | undefined,
): Problem {
  const noun = world.table(table)!.definition.noun
  const problem: Problem = {
    kind: 'reference',
    path: [field],
    message: `there is no ${noun} '${value}'`,
    expected: 'an id or an alias',
  }
  return isUuid(value) ? problem : withNearMiss(problem, value, aliases(world, table, announced))
}

function* aliases(world: TableWorld, table: string, announced: Announced | undefined): Generator<string> {
  for (const name of announced?.().get(table)?.keys() ?? []) yield name
  yield* aliasesIn(world.table(table)!)
}
