import * as v from 'valibot'
import { errors, type ErrorCode } from '../contract/errors.ts'
import type { Json, SchemaWriter } from './json-schema.ts'

const limit = v.object({ name: v.string(), max: v.optional(v.number()), current: v.optional(v.number()), allowed: v.optional(v.array(v.string())) })

/** The statuses that refusals have, with the codes of each. */
const byStatus = new Map<number, ErrorCode[]>()
for (const [code, { status }] of Object.entries(errors) as [ErrorCode, { status: number }][]) {
  byStatus.set(status, [...(byStatus.get(status) ?? []), code])
}

const titles: Readonly<Record<number, string>> = {
  400: 'The request is wrong.', 401: 'Missing or invalid credentials.', 403: 'The caller lacks access, or a limit is reached.', 404: 'What is named is not there.',
  405: 'The path does not take the method.', 409: 'The state of the resource does not allow it.', 413: 'The body is too large.', 415: 'Unsupported media type.',
  500: 'The service failed.', 501: 'The specification does not show it, and the emulator was told to refuse that.',
}

/** One response for each status, to be referred to: `#/components/responses/Failure404`. */
export function failureResponses(writer: SchemaWriter): Json {
  return Object.fromEntries(Array.from(byStatus, ([status, codes]) => [`Failure${status}`, {
    description: titles[status],
    content: { 'application/json': { schema: failureSchema(writer, codes) } },
  }]))
}

/** References to them, by status. */
export function failureReferences(statuses: readonly number[]): Json {
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]))
}

function failureSchema(writer: SchemaWriter, codes: readonly ErrorCode[]): Json {
  return writer.write(v.looseObject({
    status: v.literal('failure'),
    error: v.pipe(v.picklist(codes), v.description('Stable: clients key off it.')),
    message: v.pipe(v.string(), v.description('Prose that may change.')),
    limit: v.optional(v.pipe(limit, v.description('Names the limit that refused the request.'))),
  }), 'output')
}
