import { toJsonSchema, toJsonSchemaDefs, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { clauses, isClientClause } from '../../emulator/contract/clauses.ts'
import { errorCode } from '../../emulator/engine/matching/error-code.ts'
import { apiClauseId, clauseId, clientClauseId } from '../../emulator/engine/matching/schema-clause.ts'
import * as common from '../../emulator/engine/matching/schema-common.ts'
import * as expectation from '../../emulator/engine/matching/schema-expect.ts'
import { kinds, otherWords, words, type Word } from '../../emulator/engine/matching/matcher-words.ts'
import * as steps from '../../emulator/scenario/schema-steps.ts'
import { actionSchema, triggerSchema, whenSchema } from '../../emulator/engine/triggers/schema.ts'
import { awaitStep, releaseStep } from '../../emulator/scenario/schema-gate-steps.ts'
import { runStep } from '../../emulator/scenario/schema-run-step.ts'
import { scenarioSchema } from '../../emulator/scenario/schema.ts'
import { fixtureSchema, generateBlock } from '../../emulator/engine/matching/schema-world.ts'
import { tables } from '../../emulator/engine/world/tables/index.ts'

/** Parts that have a name of their own, so that they are written once. */
const definitions = {
  scenario: scenarioSchema,
  fixture: fixtureSchema,
  httpStep: steps.httpStep,
  callStep: steps.callStep,
  changeStep: steps.changeStep,
  clockStep: steps.clockStep,
  runStep,
  releaseStep,
  awaitStep,
  caller: steps.callerSchema,
  trigger: triggerSchema,
  when: whenSchema,
  action: actionSchema,
  errorCode,
  insert: common.insert,
  update: common.update,
  delete: common.remove,
  advance: common.advance,
  fail_operation: common.failOperation,
  expected: expectation.expected,
  httpExpect: expectation.httpExpect,
  callExpect: expectation.callExpect,
  runExpect: expectation.runExpect,
  clause: clauseId,
  apiClause: apiClauseId,
  clientClause: clientClauseId,
  reference: common.reference,
  duration: common.duration,
  timestamp: common.timestamp,
  generateBlock,
} satisfies Record<string, v.GenericSchema>

const config: ConversionConfig = { target: 'draft-2020-12', typeMode: 'input', definitions }

/** The text of `scenarios/scenario.schema.json`: JSON Schema 2020-12 of scenarios and fixtures. */
export function scenarioJsonSchema(): string {
  const $defs = toJsonSchemaDefs(definitions, config) as Record<string, JsonSchema>
  for (const [table, definition] of Object.entries(tables)) {
    if (!('internal' in definition && definition.internal))
      $defs[`record_${table}`] = recordSchema(definition as unknown as Table)
  }
  for (const part of [$defs['scenario']?.properties?.['world'], $defs['fixture']]) nameRecords(part, $defs)
  $defs['expected'] = { ...$defs['expected'], ...knownMatchers }
  compareParams($defs['when'])
  compareParams($defs['trigger']?.properties?.['when'])
  // An editor then shows what each clause says.
  const said = clauses.map(({ id, statement }) => ({ const: id, description: statement }))
  $defs['clause'] = { anyOf: [{ $ref: '#/$defs/apiClause' }, { $ref: '#/$defs/clientClause' }] }
  $defs['apiClause'] = { oneOf: said.filter(({ const: id }) => !isClientClause(id)) }
  $defs['clientClause'] = { oneOf: said.filter(({ const: id }) => isClientClause(id)) }
  const head = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'svc-emulator scenario or fixture',
    description: 'A scenario has the field `scenario`, a fixture the field `fixture`.',
    if: { required: ['fixture'] },
    then: { $ref: '#/$defs/fixture' },
    else: { $ref: '#/$defs/scenario' },
  }
  // A line for each part: every user downloads it, and indented it is half as large again.
  const parts = Object.entries($defs).map(([name, schema]) => `${JSON.stringify(name)}:${JSON.stringify(schema)}`)
  return `${JSON.stringify(head).slice(0, -1)},"$defs":{\n${parts.join(',\n')}\n}}\n`
}

const expectedInside = { $ref: '#/$defs/expected' } as const

function compareParams(when: JsonSchema | boolean | undefined): void {
  const params = typeof when === 'object' ? when.properties?.['params'] : undefined
  if (typeof params === 'object') params.additionalProperties = expectedInside
}

/**
 * Refuses an object whose keys are other words for matchers, and completes matchers. Inside `exactly` all is a plain
 * value.
 */
const knownMatchers: JsonSchema = {
  if: { type: 'object', minProperties: 1, propertyNames: { enum: [...words, ...Object.keys(otherWords)] } },
  then: {
    properties: {
      exactly: {},
      only: expectedInside,
      is: { enum: Object.keys(kinds) },
      matches: { type: 'string' },
      length: expectedInside,
      contains: expectedInside,
      unordered: { type: 'array', items: expectedInside },
      not: expectedInside,
      at_least: { type: 'number' },
      at_most: { type: 'number' },
    } satisfies Record<Word, JsonSchema>,
    additionalProperties: false,
  },
  else: { additionalProperties: expectedInside, items: expectedInside },
}

interface Table {
  schemaEntries: v.ObjectEntries
  references: readonly { field: string }[]
}

/** A record as its author may write it: everything optional, references also in their short form. Bytes have no JSON form. */
function recordSchema({ schemaEntries, references }: Table): JsonSchema {
  const properties: Record<string, JsonSchema> = {}
  for (const [name, entry] of Object.entries(schemaEntries))
    properties[name] = bare(toJsonSchema(entry as v.GenericSchema, { ...config, definitions: {}, errorMode: 'ignore' }))
  const text = { type: 'string', description: 'The id or alias of a record.' } as const
  for (const { field } of references) {
    properties[field] = text
    properties[field.replace(/_user_id$/, '').replace(/_id$/, '')] ??= text
  }
  return { type: 'object', properties, additionalProperties: false }
}

function bare({ $schema: _schema, ...schema }: JsonSchema): JsonSchema {
  return schema
}

function nameRecords(section: JsonSchema | boolean | undefined, $defs: Record<string, JsonSchema>): void {
  const properties = typeof section === 'object' ? section.properties : undefined
  const records = properties?.['records'] as JsonSchema | undefined
  for (const [table, list] of Object.entries(records?.properties ?? {})) {
    const known = $defs[`record_${table}`]
    if (known && typeof list === 'object') list.items = { $ref: `#/$defs/record_${table}` }
  }
}
