import { assumptions, isAssumptionId } from '../../contract/assumptions.ts'
import type { Facts } from '../facts/facts.ts'
import { errors, type ErrorCode } from '../../contract/errors.ts'
import { successRows } from '../../engine/kernel/rest/envelope.ts'
import { isFreeSuccess } from '../../engine/kernel/unspecified/documented-line.ts'
import type { Unit } from '../../engine/kernel/unit/definition.ts'
import { contractStamp } from '../../contract/stamp.ts'
import { VERSION } from '../../contract/version.ts'
import { envelopeShape } from './answer-shape.ts'
import type { Example, Examples } from './example.ts'
import { anyRequestErrors, Failures } from './failures.ts'
import { writeCitations } from './citations.ts'
import { describeUnit } from './describe-unit.ts'
import { writePagination } from './pages.ts'
import { SchemaWriter, type Json } from './json-schema.ts'
import { withFacts } from './with-facts.ts'
import { camel, namedShapes, paramNames, template } from './names.ts'
import { file, writeParameters, writeRequestBody } from './requests.ts'

/** Writes the OpenAPI 3.1 document of the REST side from the units. */
export function openApi(
  units: readonly Unit[],
  examples: Examples,
  server = 'http://127.0.0.1:4010/v1',
  facts?: Facts,
): Json {
  const shapes = namedShapes(units)
  const writer = new SchemaWriter(shapes)
  const failures = new Failures(writer, facts?.settings.statuses)
  const writing = { writer, failures, examples }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'svc REST API',
      version: VERSION,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'svc-emulator' },
      description:
        'Written by svc-emulator from the units that answer. `x-clauses` names the clauses of the specification that answers of an operation can show, `x-assumptions` the assumptions. `x-assumed` marks what the specification does not show: an operation, a parameter, a field that may be missing, a code; `x-assumed-status` a status, in place of which another of its class may come. Where it shows a set of values in part, or not at all, there is no `enum`: `examples` has the values that this emulator answers. `x-pagination` names the fields that walk a listing.',
    },
    servers: [{ url: server }],
    security: [{ apiKey: [] }, { bearer: [] }],
    tags: listTags(units).map((name) => ({ name, description: tags[name] ?? name })),
    paths: writePaths(units, writing),
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas: writer.named(),
      responses: failures.components(),
    },
    'x-any-request': anyRequestErrors(Object.keys(errors) as ErrorCode[], facts?.settings.statuses),
    'x-contract': contractStamp(),
    'x-assumptions': Object.fromEntries(assumptions.map(({ id, title, says }) => [id, `${title}. ${says}`])),
  }
  return facts === undefined ? document : withFacts(document, facts)
}

/** Shared context of operations. */
interface Writing {
  readonly writer: SchemaWriter
  readonly failures: Failures
  readonly examples: ReadonlyMap<Unit, Example>
}

/**
 * Groups operations by path. Units may name the parameters of one path differently; the document uses the first names.
 */
function writePaths(units: readonly Unit[], writing: Writing): Json {
  const paths = new Map<string, Unit[]>()
  for (const unit of units) {
    const shape = unit.path.replace(/:\w+/g, ':')
    paths.set(shape, [...(paths.get(shape) ?? []), unit])
  }
  return Object.fromEntries(
    inOrderOfLife([...paths.values()]).map((operations) => {
      const [{ path }] = operations as [Unit]
      const written = operations
        .toSorted((a, b) => methods.indexOf(a.method) - methods.indexOf(b.method))
        .map((unit) => [unit.method.toLowerCase(), writeOperation(unit, paramNames(path), writing)])
      return [template(path), Object.fromEntries(written)]
    }),
  )
}

const methods = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE']

/** Tags of records that others lie in: they come last, in this order. */
const parents = ['blobs', 'orgs', 'users']

/** Tags in the order in which records are made and deleted. */
function listTags(units: readonly Unit[]): readonly string[] {
  const found = [...new Set(units.map(unitTag))].toSorted()
  return found.toSorted((a, b) => parents.indexOf(a) - parents.indexOf(b))
}

/**
 * Groups paths by tag, and puts those that delete a record behind the others of their group, so that a program may send
 * all examples from top to bottom. Postman makes a folder of each group, and Redocly does without.
 */
function inOrderOfLife(paths: readonly (readonly Unit[])[]): readonly (readonly Unit[])[] {
  const known = listTags(paths.flat())
  const life = ([first, ...others]: readonly Unit[]): number => {
    const isEnd = [first!, ...others].some(({ method, path }) => method === 'DELETE' || path.includes('/delete_'))
    return 2 * known.indexOf(unitTag(first!)) + (isEnd ? 1 : 0)
  }
  return paths.toSorted((a, b) => life(a) - life(b))
}

function writeOperation(unit: Unit, names: readonly string[], { writer, failures, examples }: Writing): Json {
  const example = examples.get(unit)
  const cited = writeCitations(unit, 'http')
  const parameters = writeParameters(unit, names, writer, example)
  const requestBody = writeRequestBody(unit, writer, example)
  const success = writeSuccess(unit, writer, example)
  return {
    operationId: camel(unit.name),
    summary: unit.summary,
    description: describeUnit(unit, cited['x-clauses']),
    tags: [unitTag(unit)],
    ...(unit.assumed && { 'x-assumed': unit.statements.filter(isAssumptionId) }),
    ...cited,
    ...writePagination(unit.page),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== undefined && { requestBody }),
    responses: {
      200: success,
      // Another success may come in place of 200: of a creation, or of work that goes on.
      ...(isFreeSuccess(unit) && { '2XX': success }),
      ...failures.writeResponses(unit),
    },
  }
}

function writeSuccess(unit: Unit, writer: SchemaWriter, example: Example | undefined): Json {
  const schema = writer.write(envelopeShape(unit), 'output')
  const shown = example === undefined ? {} : { example: example.answer }
  const description = unit.verdict ? 'The verdict, whichever it is.' : 'Success.'
  const status = isFreeSuccess(unit) ? { 'x-assumed-status': successRows(unit) } : {}
  if (unit.transfer !== 'download')
    return { description, ...status, content: { 'application/json': { schema, ...shown } } }
  return {
    description: 'The file.',
    headers: {
      'X-Response-Body': {
        description: 'The envelope, as ASCII JSON.',
        required: true,
        content: { 'application/json': { schema, ...shown } },
      },
    },
    content: { 'application/octet-stream': { schema: file } },
  }
}

/** Descriptions of tags: the first part of each path. */
const tags: Readonly<Record<string, string>> = {
  'api-keys': 'Keys that authenticate as a user, and their scopes.',
  blobs: 'Blobs of an organization, their revisions and metadata.',
  credentials: 'Secrets stored for an organization, a blob or a user; a value is never answered.',
  members: 'Memberships of users on organizations and blobs.',
  operations: 'Long-running changes, to be polled.',
  orgs: 'Organizations.',
  revisions: 'Revisions of blobs, their models and metadata.',
  scheduler: 'Commands of the scheduler engine, over HTTP.',
  users: 'Humans and service accounts.',
  workflow: 'Commands of the workflow engine, over HTTP, and the files of sessions.',
}

function unitTag({ path, engine }: Unit): string {
  return engine ?? path.split('/')[1]!
}
