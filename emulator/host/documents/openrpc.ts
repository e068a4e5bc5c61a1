import type * as v from 'valibot'
import { assumptions, isAssumptionId } from '../../contract/assumptions.ts'
import type { Facts } from '../facts/facts.ts'
import { type ErrorCode, errorFacts, rpcCode } from '../../contract/errors.ts'
import type { Unit } from '../../engine/kernel/unit/definition.ts'
import { AUTHENTICATE } from '../../engine/kernel/realtime/rpc.ts'
import { authenticateParams } from '../../engine/kernel/realtime/socket-credentials.ts'
import { contractStamp } from '../../contract/stamp.ts'
import { VERSION } from '../../contract/version.ts'
import { emptyResult, resultShape } from './answer-shape.ts'
import type { Example, Examples } from './example.ts'
import { writeCitations } from './citations.ts'
import { describeUnit } from './describe-unit.ts'
import { writePagination } from './pages.ts'
import { assumedCodes } from './failures.ts'
import { SchemaWriter, type Json } from './json-schema.ts'
import { withFacts } from './with-facts.ts'
import { namedShapes, pascal } from './names.ts'
import { writeBodySchema } from './requests.ts'

/** Writes the OpenRPC document of the realtime side from the commands. */
export function openRpc(
  units: readonly Unit[],
  examples: Examples,
  server = 'ws://127.0.0.1:4010/v1/realtime',
  facts?: Facts,
): Json {
  const commands = units.filter(({ kind }) => kind === 'command')
  const writer = new SchemaWriter(namedShapes(commands))
  const document = {
    // The newest version that client generators support.
    openrpc: '1.2.6',
    info: {
      title: 'svc realtime API',
      version: VERSION,
      description:
        'JSON-RPC 2.0 over a WebSocket, written by svc-emulator from the commands that answer. Parameters go by name.',
    },
    servers: [{ name: 'emulator', url: server }],
    methods: [authenticate(writer), ...commands.map((unit) => writeMethod(unit, writer, examples.get(unit)))],
    components: { schemas: writer.named() },
    'x-contract': contractStamp(),
    'x-assumptions': Object.fromEntries(assumptions.map(({ id, title, says }) => [id, `${title}. ${says}`])),
  }
  return facts === undefined ? document : withFacts(document, facts)
}

function writeMethod(unit: Unit, writer: SchemaWriter, example: Example | undefined): Json {
  const cited = writeCitations(unit, 'socket')
  return {
    name: unit.id,
    summary: unit.summary,
    description: describeUnit(unit, cited['x-clauses']),
    tags: [{ name: unit.engine }],
    paramStructure: 'by-name',
    params: writeParams(unit.bodySchema.entries, writeBodySchema(unit, writer)),
    result: {
      name: 'result',
      schema: { title: pascal(`${unit.id}.result`), ...writer.write(resultShape(unit), 'output') },
    },
    ...(unit.rules.length > 0 && { 'x-rules': writeBodySchema(unit, writer)['allOf'] }),
    errors: writeErrors(unit.errors),
    ...(example !== undefined && { examples: [writeExample(unit, example)] }),
    ...cited,
    ...writePagination(unit.page),
    ...(unit.assumed && { 'x-assumed': unit.statements.filter(isAssumptionId) }),
  }
}

/** Required parameters come first: generated functions take them by position. */
function writeParams(entries: v.ObjectEntries, { properties }: Json): Json[] {
  const params = Object.entries(entries).map(([name, schema]) => ({
    name,
    required: schema.type !== 'optional',
    schema: (properties as Json)[name],
  }))
  return [...params.filter(({ required }) => required), ...params.filter(({ required }) => !required)]
}

function writeExample({ verdict }: Unit, { sample, answer }: Example): Json {
  const { status, ...fields } = answer
  return {
    name: 'on the starter world',
    params: Object.entries(sample.body ?? {}).map(([name, value]) => ({ name, value })),
    result: { name: 'result', value: verdict ? { status, ...fields } : fields },
  }
}

function authenticate(writer: SchemaWriter): Json {
  return {
    name: AUTHENTICATE,
    summary: 'Give the socket its credentials: either of the two.',
    paramStructure: 'by-name',
    params: writeParams(authenticateParams.entries, writer.write(authenticateParams, 'input')),
    result: { name: 'result', schema: writer.write(emptyResult, 'output') },
    errors: writeErrors(['unauthenticated', 'invalid_request_body']),
    'x-assumed': ['A-4'],
    'x-clauses': ['realtime.speaks-json-rpc-2', 'realtime.answers-result-or-error'],
    'x-assumptions': ['A-4', 'A-5', 'A-57', 'A-317', 'A-342', 'A-392'],
  }
}

/** One error per JSON-RPC code, as OpenRPC requires; `data.error` tells the codes of the API apart. */
function writeErrors(codes: readonly ErrorCode[]): Json[] {
  const numbers = [...new Set(codes.map((code) => rpcCode(code)))].toSorted((a, b) => b - a)
  return numbers.map((code) => {
    const own = codes.filter((each) => rpcCode(each) === code)
    return {
      code,
      message: own.length === 1 ? errorFacts(own[0]!).message : 'Refused: `data.error` says why.',
      data: {
        error: { enum: own },
        ...assumedCodes(own),
        ...(code !== -32000 && { 'x-assumed-code': ['A-57'] }),
      },
    }
  })
}
