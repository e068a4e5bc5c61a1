import { isDeepStrictEqual } from 'node:util'
import { scenarioJsonSchema } from '../scenario-schema.ts'
import { code, tableOnce, type Row } from './markdown.ts'

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
  const told = new Map<string, string>()
  const section = (title: string, rows: readonly Row[], about = ''): string => {
    if (rows.length === 0) throw new Error(`the schema has nothing for '${title}'`)
    const fields = tableOnce(`[${title}](#${anchor(title)})`, ['field', 'value', 'means'], rows, told)
    return [`### ${title}`, about, fields].filter((part) => part !== '').join('\n\n')
  }
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

/** Address of a heading in its page. */
function anchor(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')
}

function listFields(schema: Schema = {}): Row[] {
  return Object.entries(schema.properties ?? {}).map(([name, field]) => {
    return { name, cells: [code(name), describeType(field), describeField(field)] }
  })
}

function describeField(field: Schema): string {
  const { default: byDefault } = field
  const example = field.examples?.at(-1)
  const parts = [
    field.$ref === '#/$defs/expected'
      ? 'See [expected values](#expected-values).'
      : (field.description ?? resolved(field).description ?? ''),
    byDefault === undefined || typeof byDefault === 'object' ? '' : `Default ${code(JSON.stringify(byDefault))}.`,
    // The example of all expected values says nothing about a number or a text.
    example === undefined || isDeepStrictEqual(example, $defs['expected']?.examples?.at(-1))
      ? ''
      : `For example ${code(JSON.stringify(example))}.`,
  ]
  return parts.filter((part) => part !== '').join(' ')
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
