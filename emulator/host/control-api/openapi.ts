import * as v from 'valibot'
import type { ControlCall } from './call.ts'
import { controlApi } from './control-api.ts'
import { controlErrors, type ControlErrorCode } from './errors.ts'
import {
  changeEntrySchema,
  journalEntrySchema,
  journalLineSchema,
  timeEntrySchema,
} from '../../engine/journal/journal-entry.ts'
import { VERSION } from '../../contract/version.ts'
import { SchemaWriter, type Json } from '../documents/json-schema.ts'
import { camel, paramNames, template } from '../documents/names.ts'

const failure = v.looseObject({
  error: v.pipe(v.string(), v.description('What went wrong, for programs.')),
  message: v.string(),
})

/** Shapes that are written once, under the names of their types. */
const named = {
  JournalEntry: journalEntrySchema,
  JournalLine: journalLineSchema,
  TimeEntry: timeEntrySchema,
  ChangeEntry: changeEntrySchema,
}

/** The OpenAPI 3.1 document of the control API, written from its calls. */
export function controlOpenApi(server = 'http://127.0.0.1:4010/__emulator'): Json {
  const calls: readonly ControlCall[] = controlApi
  const writer = new SchemaWriter(named)
  const paths: Record<string, Json> = {}
  for (const call of calls)
    (paths[template(call.path)] ??= {})[call.method.toLowerCase()] = describeOperation(call, writer)
  return {
    openapi: '3.1.0',
    info: {
      title: 'svc-emulator control API',
      version: VERSION,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'svc-emulator' },
      description:
        'Looks at and arranges what an emulator answers from. It answers this machine only, or anyone who has the control token.',
    },
    servers: [{ url: server }],
    tags: [...new Set(calls.map(({ path }) => findTag(path)))]
      .toSorted()
      .map((name) => ({ name, description: tags[name] ?? name })),
    security: [{}, { token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'x-emulator-token' } },
      schemas: { Failure: writer.write(failure, 'output'), ...writer.named() },
    },
  }
}

function describeOperation(call: ControlCall, writer: SchemaWriter): Json {
  const path = paramNames(call.path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
  const query = Object.entries(call.querySchema.entries).map(([name, schema]) => ({
    name,
    in: 'query',
    required: schema.type !== 'optional',
    schema: writer.write(schema as v.GenericSchema, 'input'),
  }))
  const parameters = [...path, ...query]
  const content =
    call.returns === undefined
      ? { [call.type ?? 'application/json']: {} }
      : { 'application/json': { schema: writer.write(call.returns, 'output') } }
  return {
    operationId: camel(call.name),
    summary: call.summary,
    description: call.summary,
    tags: [findTag(call.path)],
    ...(parameters.length > 0 && { parameters }),
    ...(call.bodySchema !== undefined && {
      requestBody: { content: { 'application/json': { schema: writer.write(call.bodySchema, 'input') } } },
    }),
    responses: {
      [call.status]: { description: 'Success.', content },
      ...describeFailures(call.errors),
      default: {
        description: 'A refusal that any request may get: `method_not_allowed`, `internal_error`.',
        content: refusal,
      },
    },
  }
}

const refusal: Json = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } }

/** A response for each status, whose `error` is one of the codes with it. */
function describeFailures(codes: readonly ControlErrorCode[]): Json {
  const statuses = [...new Set(codes.map((code) => controlErrors[code].status))].toSorted((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => {
      const own = codes.filter((code) => controlErrors[code].status === status)
      const schema = {
        allOf: [
          { $ref: '#/components/schemas/Failure' },
          { type: 'object', properties: { error: { type: 'string', enum: own } }, required: ['error'] },
        ],
      }
      return [
        status,
        {
          description: own.map((code) => `\`${code}\`: ${controlErrors[code].message}`).join(' '),
          content: { 'application/json': { schema } },
        },
      ]
    }),
  )
}

/** Descriptions by the first part of a path. */
const tags: Readonly<Record<string, string>> = {
  clauses: 'The contract.',
  clock: 'World time.',
  coverage: 'How much of the contract was exercised.',
  documents: 'Documents and the inspector.',
  export: 'The whole state as a file.',
  health: 'Whether the server answers.',
  journal: 'What came in and what went out.',
  reset: 'Starting over.',
  scenario: 'The scenario of a world.',
  scenarios: 'The scenarios that are shipped.',
  settings: 'Numbers, statuses and switches that the specification leaves open.',
  snapshots: 'Named states to go back to.',
  state: 'Records.',
  triggers: 'Faults and changes.',
  verify: 'Verdicts on what was received.',
  worlds: 'Isolated worlds on the same port.',
}

function findTag(path: string): string {
  const first = path.split('/')[1]!
  return first === '' || first.endsWith('.json') ? 'documents' : first
}
