import type * as v from 'valibot'
import { controlApi } from '../../../emulator/host/control-api/control-api.ts'
import { journalFilters } from '../../../emulator/host/control-api/journal.ts'
import type { ControlCall } from '../../../emulator/host/control-api/call.ts'
import { SchemaWriter } from '../../../emulator/host/documents/json-schema.ts'
import { code, table } from './markdown.ts'

/** Every call of the control API. Refusals that all calls share, or all that read a body, are said once. */
export function controlSection(): string {
  const withBody = controlApi.filter(({ bodySchema }) => bodySchema !== undefined)
  const always = findShared(controlApi.filter(({ open }) => open !== true))
  const ofBodies = findShared(withBody).filter((each) => !always.includes(each))
  return [
    `Calls may be refused with ${always.map(code).join(', ')}, those with a body also with ${ofBodies.map(code).join(', ')}. ` +
      `Those marked "open" need no token. Filters of the journal, of which all that are given must hold: ${Object.keys(journalFilters).map(code).join(', ')}.`,
    table(
      ['call', 'does', 'takes', 'refuses with'],
      controlApi.map((call) => [
        code(`${call.method} /__emulator${call.path}`),
        `${call.summary}${call.open ? ' Open.' : ''}`,
        [describeQuery(call), describeBody(call)].filter((text) => text !== '').join('; '),
        call.errors
          .filter((each) => !always.includes(each) && !(call.bodySchema && ofBodies.includes(each)))
          .map(code)
          .join(', '),
      ]),
    ),
  ].join('\n\n')
}

/** Codes that every one of these calls may answer. */
function findShared(calls: readonly ControlCall[]): string[] {
  return (calls[0]?.errors ?? []).filter((each) => calls.every(({ errors }) => errors.includes(each)))
}

function describeQuery({ querySchema }: ControlCall): string {
  const names = Object.keys(querySchema.entries)
  const filters = Object.keys(journalFilters)
  const isFiltered = filters.every((each) => names.includes(each))
  const own = names.filter((each) => !isFiltered || !filters.includes(each)).map(code)
  return names.length === 0 ? '' : `query ${[...(isFiltered ? ['filters'] : []), ...own].join(', ')}`
}

/** The fields of the body; `?` after those that may be left out. */
function describeBody({ bodySchema }: ControlCall): string {
  if (bodySchema === undefined) return ''
  const written = new SchemaWriter({}).write(bodySchema as v.GenericSchema, 'input') as Schema
  const options = (written.anyOf ?? [written]).map(describeFields).filter((text) => text !== '')
  return options.length === 0 ? 'a record, or a state' : options.join(' or ')
}

interface Schema {
  readonly anyOf?: readonly Schema[]
  readonly properties?: object
  readonly required?: readonly string[]
}

function describeFields({ properties, required = [] }: Schema): string {
  const names = Object.keys(properties ?? {})
  if (names.includes('operation_ms')) return '[settings](files.md#worldsettings)'
  return names.map((name) => code(`${name}${required.includes(name) ? '' : '?'}`)).join(', ')
}
