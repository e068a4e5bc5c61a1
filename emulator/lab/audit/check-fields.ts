import * as v from 'valibot'
import { isObject } from '../../engine/checking/is-object.ts'
import { didYouMean } from '../../engine/checking/near-miss.ts'
import { isOptional, unwrap, type SchemaNode } from '../../engine/checking/schema-walk.ts'
import { findAssumptions } from '../../engine/kernel/unit/assumed.ts'
import type { Unit } from '../../engine/kernel/unit/definition.ts'
import { uuidPattern } from '../../contract/uuid.ts'
import { shortened } from '../../contract/shortened.ts'
import { findClause, isClause, isForbidden, type FieldFault } from './find-clause.ts'
import type { Remark } from './remark.ts'

/**
 * Reads the fields of an answer against the schema of its unit. A field that the specification documents makes a
 * finding, one that only an assumption gives a note. Items of a list share their remarks.
 */
export function checkFields(unit: Unit, schema: v.GenericSchema, fields: unknown): Remark[] {
  const remarks = new Map<string, Remark>()
  const remark = (path: string, fault: FieldFault, says: string, assumed?: string) => {
    const statement = assumed ?? findClause(unit, path, fault) ?? unit.statements[0] ?? 'A-7'
    const level = assumed === undefined && isClause(statement as never) ? 'finding' : 'note'
    const key = `${path} ${fault}`
    if (!remarks.has(key)) remarks.set(key, { level, says, statement })
  }
  walk(schema as unknown as SchemaNode, fields, '', undefined, remark)
  return [...remarks.values()]
}

type Tell = (path: string, fault: FieldFault, says: string, assumed?: string) => void

function walk(schema: SchemaNode, value: unknown, path: string, assumed: string | undefined, tell: Tell): void {
  const row = assumed ?? findAssumptions(schema as unknown as v.GenericSchema)?.[0]
  const node = unwrap(schema)
  if (value === null && v.is(schema as unknown as v.GenericSchema, null)) return
  if (node.entries !== undefined && isObject(value)) walkObject(node, value, path, row, tell)
  else if (node.item !== undefined && Array.isArray(value))
    for (const item of value) walk(node.item, item, `${path}.*`, row, tell)
  else checkValue(schema, value, path, row, tell)
}

function walkObject(
  { entries = {}, type }: SchemaNode,
  value: Record<string, unknown>,
  path: string,
  assumed: string | undefined,
  tell: Tell,
): void {
  const below = (name: string) => (path === '' ? name : `${path}.${name}`)
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(entries, name))
  for (const [name, schema] of Object.entries(entries)) {
    if (Object.hasOwn(value, name)) walk(schema, value[name], below(name), assumed, tell)
    else if (!isOptional(schema)) {
      const row = assumed ?? findAssumptions(schema as unknown as v.GenericSchema)?.[0]
      tell(below(name), 'missing', `leaves out \`${below(name)}\``, row)
    }
  }
  if (type !== 'strict_object') return
  const rows = Object.values(entries).flatMap((each) => findAssumptions(each as unknown as v.GenericSchema) ?? [])
  for (const name of unknown) {
    const near = didYouMean(name, Object.keys(entries))
    // The specification leaves room for further fields, unless a sentence forbids this one.
    const row = isForbidden(below(name)) ? undefined : (assumed ?? rows[0] ?? 'A-348')
    tell(below(name), 'surplus', `shows \`${below(name)}\`, which the API does not answer${near}`, row)
  }
}

function checkValue(schema: SchemaNode, value: unknown, path: string, assumed: string | undefined, tell: Tell): void {
  const parsed = v.safeParse(schema as unknown as v.GenericSchema, value)
  if (parsed.success) return
  const set = v.getMetadata(schema as never)['x-assumed-values'] as { examples?: readonly string[] } | undefined
  const isOfSet = typeof value === 'string' && set?.examples !== undefined
  const shown = shortened(JSON.stringify(value) ?? 'undefined', 60)
  const [issue] = parsed.issues
  const isId = 'requirement' in issue && issue.requirement === uuidPattern
  const expected = isId ? 'a UUID' : (issue.expected ?? issue.message)
  const says = `answers \`${path}\` as ${shown}, expected ${expected.replace(/^expected /, '')}`
  tell(path, 'wrong', says, assumed ?? (isOfSet ? set.examples![0] : undefined))
}
