import type * as v from 'valibot'
import { controlApi } from '../../../emulator/host/control-api/control-api.ts'
import type { ControlCall } from '../../../emulator/host/control-api/call.ts'
import { SchemaWriter } from '../../../emulator/host/documents/json-schema.ts'
import { code, table } from './markdown.ts'

/** Every call of the control API. */
export function controlSection(): string {
  return table(
    ['call', 'does', 'query', 'body', 'refuses with'],
    controlApi.map((call) => [
      `${code(`${call.method} /__emulator${call.path}`)}${call.open ? ' (no token)' : ''}`,
      call.summary,
      Object.keys(call.querySchema.entries).map(code).join(', '),
      describeBody(call),
      call.errors.map(code).join(', '),
    ]),
  )
}

/** The fields of the body; `?` after those that may be left out. */
function describeBody({ bodySchema }: ControlCall): string {
  if (bodySchema === undefined) return ''
  const { properties, required = [] } = new SchemaWriter({}).write(bodySchema as v.GenericSchema, 'input') as {
    properties?: object
    required?: readonly string[]
  }
  const names = Object.keys(properties ?? {})
  return names.length === 0
    ? 'a record, or a state'
    : names.map((name) => code(`${name}${required.includes(name) ? '' : '?'}`)).join(', ')
}
