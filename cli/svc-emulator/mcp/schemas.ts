/** Schemas that agents ask for by name, too long for the list of tools: endpoints, commands, tables, parts of scenarios. */
import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { didYouMean } from '../../../emulator/engine/checking/near-miss.ts'
import { matchSchema } from '../../../emulator/engine/journal/match.ts'
import { nearPath } from '../../../emulator/engine/kernel/rest/near-path.ts'
import { createUnitRouter } from '../../../emulator/engine/kernel/rest/router.ts'
import type { Unit } from '../../../emulator/engine/kernel/unit/definition.ts'
import { settingsSchema } from '../../../emulator/engine/world/settings.ts'
import { envelopeShape, resultShape } from '../../../emulator/host/documents/answer-shape.ts'
import { SchemaWriter, type Json } from '../../../emulator/host/documents/json-schema.ts'
import { paramNames } from '../../../emulator/host/documents/names.ts'
import { writeBodySchema, writeParameters } from '../../../emulator/host/documents/requests.ts'
import { catalog } from '../../../emulator/service/catalog.ts'
import type { ControlAnswer } from '../../../emulator/host/control-api/control-api.ts'
import type { AgentWorld } from './agent-world.ts'

const router = createUnitRouter<Unit>(catalog)

/** Names of all schemas, by kind. */
export async function listSchemas(world: AgentWorld): Promise<Readonly<Record<string, readonly string[]>>> {
  return {
    endpoints: catalog.filter(({ kind }) => kind === 'endpoint').map(({ id }) => id),
    commands: catalog.filter(({ kind }) => kind === 'command').map(({ id }) => id),
    tables: (await readTables(world)).map(({ name }) => name),
    others: [...Object.keys(written), ...Object.keys(await readScenarioParts(world))],
  }
}

/** The schema of this name. Throws `EmulatorError` with the near miss. */
export async function findSchema(world: AgentWorld, name: string): Promise<object> {
  const unit = findUnit(name)
  if (unit !== undefined) return describeUnit(unit)
  const table = (await readTables(world)).find((each) => each.name === name)
  if (table !== undefined) return table
  const write = Object.hasOwn(written, name) ? written[name] : undefined
  if (write !== undefined) return { name, schema: write() }
  const part = (await readScenarioParts(world))[name]
  if (part !== undefined) return { name, schema: part, note: '`#/$defs/x` is the schema named x' }
  throw new EmulatorError(`clauses: schema: there is no schema '${name}'${await findNear(world, name)}`)
}

/** Schemas that this program writes. */
const written: Readonly<Record<string, () => Json>> = {
  match: () => withoutLongLists(new SchemaWriter({}).write(matchSchema, 'input')),
  settings: () => new SchemaWriter({}).write(settingsSchema, 'input'),
}

async function findNear(world: AgentWorld, name: string): Promise<string> {
  const [method = '', path = ''] = name.split(' ', 2)
  const near = nearPath(path, router.paths)
  if (near !== undefined) return `, did you mean '${method} ${near}'?`
  return didYouMean(name, Object.values(await listSchemas(world)).flat()) || '; `{"schema": "*"}` lists all names'
}

/** The endpoint or command with this name, or that answers this request. */
function findUnit(name: string): Unit | undefined {
  const named = catalog.find(({ id }) => id === name)
  if (named !== undefined) return named
  const [method, path] = name.split(' ', 2)
  return path?.startsWith('/') === true ? router.find(method!, path.replace(/^\/v1(?=\/)/, ''))?.unit : undefined
}

function describeUnit(unit: Unit): object {
  const writer = new SchemaWriter({})
  const parameters = writeParameters(unit, paramNames(unit.path), writer, undefined)
  const isCommand = unit.kind === 'command'
  const hasBody = unit.openBody || Object.keys(unit.bodySchema.entries).length > 0
  return {
    name: unit.id,
    about: unit.summary,
    ...(isCommand ? { over_http: `POST ${unit.path}` } : parameters.length > 0 && { parameters }),
    ...(unit.transfer === 'upload' && {
      bytes: 'the body is the file, as `base64`; its JSON is the header X-Request-Body',
    }),
    ...(unit.transfer !== 'upload' && hasBody && { body: writeBodySchema(unit, writer) }),
    answer: writer.write(isCommand ? resultShape(unit) : envelopeShape(unit), 'output'),
    errors: unit.errors,
    statements: unit.statements,
    ...(unit.sample !== undefined && { example: unit.sample }),
  }
}

async function readTables(world: AgentWorld): Promise<ControlAnswer<'GET /tables'>['tables']> {
  return (await world.control('GET /tables')).tables
}

/** Parts of the schema of scenarios, by name. The ids of all clauses are for `clauses`. */
async function readScenarioParts(world: AgentWorld): Promise<Json> {
  const { $defs: parts } = await world.control('GET /scenario.schema.json')
  const { clause: _clause, ...others } = parts as Json
  const isTable = (name: string): boolean => name.startsWith('record_')
  return Object.fromEntries(Object.entries(others).filter(([name]) => !isTable(name)))
}

/** Values of a set beyond which a schema says only that it is text: ids of clauses and assumptions. */
const MAX_VALUES = 60

function withoutLongLists(schema: Json): Json {
  const short = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(short)
    if (typeof value !== 'object' || value === null) return value
    const { enum: values, ...rest } = value as Json
    const isLong = Array.isArray(values) && values.length > MAX_VALUES
    return Object.fromEntries(
      Object.entries(isLong ? { ...rest, type: 'string' } : value).map(([key, inner]) => [key, short(inner)]),
    )
  }
  return short(schema) as Json
}
