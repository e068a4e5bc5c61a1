import * as v from 'valibot'
import type { ControlCall } from '../control/definition.ts'
import { VERSION } from '../version.ts'
import { SchemaWriter, type Json } from './json-schema.ts'
import { camel, paramNames, template } from './names.ts'

const failure = v.looseObject({ error: v.pipe(v.string(), v.description('What went wrong, for programs.')), message: v.string() })

/** The OpenAPI 3.1 document of the control API, written from its calls. */
export function controlOpenApi(calls: readonly ControlCall[], server = 'http://127.0.0.1:4010/__emulator'): Json {
  const writer = new SchemaWriter({})
  const paths: Record<string, Json> = {}
  for (const call of calls) (paths[template(call.path)] ??= {})[call.method.toLowerCase()] = operationOf(call, writer)
  return {
    openapi: '3.1.0',
    info: { title: 'svc-emulator control API', version: VERSION, description: 'Looks at and arranges what an emulator answers from. It answers this machine only, or whoever has the control token.' },
    servers: [{ url: server }],
    security: [{}, { token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'x-emulator-token' } },
      schemas: { Failure: writer.write(failure, 'output') },
    },
  }
}

function operationOf(call: ControlCall, writer: SchemaWriter): Json {
  const path = paramNames(call.path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
  const query = Object.entries(call.querySchema.entries).map(([name, schema]) => (
    { name, in: 'query', required: schema.type !== 'optional', schema: writer.write(schema as v.GenericSchema, 'input') }
  ))
  const parameters = [...path, ...query]
  const content = call.returns === undefined ? { [call.type ?? 'application/json']: {} } : { 'application/json': { schema: writer.write(call.returns, 'output') } }
  return {
    operationId: camel(call.name),
    summary: call.summary,
    ...(parameters.length > 0 && { parameters }),
    ...(call.bodySchema !== undefined && { requestBody: { content: { 'application/json': { schema: writer.write(call.bodySchema, 'input') } } } }),
    responses: {
      [call.status]: { description: 'Success.', content },
      default: { description: 'A refusal.', content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } },
    },
  }
}
