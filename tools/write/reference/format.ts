import { scenarioJsonSchema } from '../scenario-schema.ts'
import { code, table } from './markdown.ts'

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly examples?: readonly unknown[]
}

const { $defs } = JSON.parse(scenarioJsonSchema()) as { $defs: Readonly<Record<string, Schema>> }

/** Fields of scenario and fixture files, from the schema that validates them. */
export function formatSections(): string {
  const world = $defs['scenario']?.properties?.['world'] ?? {}
  return [
    section('A scenario', listFields($defs['scenario'])),
    section('world', listFields(world)),
    section('world.settings', listFields(world.properties?.['settings'])),
    section('world.settings.limits', listFields(world.properties?.['settings']?.properties?.['limits'])),
    section('A fixture', listFields($defs['fixture'])),
    section('A trigger', listFields($defs['trigger'])),
    section('when', listFields($defs['when'])),
    section(
      'do: faults and changes',
      ($defs['action']?.anyOf ?? []).flatMap((option) => listFields(option)),
    ),
    ...['httpStep', 'callStep', 'changeStep', 'clockStep', 'runStep', 'releaseStep', 'awaitStep'].map((name) =>
      section(`A step: ${name.replace('Step', '')}`, listFields($defs[name]), $defs[name]?.description),
    ),
    ...['httpExpect', 'callExpect', 'runExpect'].map((name) =>
      section(`expect of a step: ${name.replace('Expect', '')}`, listFields($defs[name])),
    ),
    `### Expected values\n\n${$defs['expected']?.description ?? ''}`,
  ].join('\n\n')
}

function section(title: string, rows: readonly string[][], about = ''): string {
  if (rows.length === 0) throw new Error(`the schema has nothing for '${title}'`)
  return [
    `### ${title}`,
    ...(about === '' ? [] : [about]),
    table(['field', 'value', 'means', 'for example'], rows),
  ].join('\n\n')
}

function listFields(schema: Schema = {}): string[][] {
  return Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const example = field.examples?.at(-1)
    const byDefault =
      field.default === undefined || typeof field.default === 'object'
        ? ''
        : ` Default ${code(JSON.stringify(field.default))}.`
    return [
      code(name),
      describeType(field),
      `${field.description ?? resolved(field).description ?? ''}${byDefault}`,
      example === undefined ? '' : code(JSON.stringify(example)),
    ]
  })
}

function resolved(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : ($defs[schema.$ref.split('/').at(-1)!] ?? {})
}

/** A longer list has a page of its own: codes, clauses. */
const MAX_CHOICES = 12

function describeType(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!
  if (schema.const !== undefined) return code(JSON.stringify(schema.const))
  if (schema.enum !== undefined)
    return schema.enum.length > MAX_CHOICES
      ? `one of ${schema.enum.length} words`
      : schema.enum.map((each) => code(JSON.stringify(each))).join(' or ')
  const options = schema.anyOf ?? schema.oneOf
  if (options !== undefined) return [...new Set(options.map(describeType))].join(' or ')
  if (schema.type === 'array') return `list${schema.items === undefined ? '' : ` of ${describeType(schema.items)}`}`
  if (schema.type === 'object')
    return Object.keys(schema.properties ?? {}).length > 0
      ? `object of ${shortList(Object.keys(schema.properties ?? {}))}`
      : 'object'
  return schema.type ?? 'any value'
}

function shortList(names: readonly string[]): string {
  return names.length > 8 ? `${names.length} fields` : names.map(code).join(', ')
}
