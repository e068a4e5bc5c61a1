import * as v from 'valibot'
import { errorFacts, isAssumedCode, type ErrorCode } from '../../contract/errors.ts'
import type { SettingsInput } from '../../engine/world/settings.ts'
import { assumed } from '../../engine/kernel/unit/assumed.ts'
import type { Unit } from '../../engine/kernel/unit/definition.ts'
import type { Json, SchemaWriter } from './json-schema.ts'
import { pascal } from './names.ts'

const limit = v.looseObject({
  name: assumed(v.string(), 'A-8'),
  max: assumed(v.optional(v.number()), 'A-8'),
  current: assumed(v.optional(v.number()), 'A-8'),
  allowed: assumed(v.optional(v.array(v.string())), 'A-8'),
})
const named = v.pipe(limit, v.description('Names the limit that refused the request.'))
const message = v.pipe(v.string(), v.description('Prose that may change.'))

const reference = '#/components/responses/'

/** Statuses of codes that differ from the assumed ones. */
type Statuses = NonNullable<SettingsInput['statuses']>

function findStatus(code: ErrorCode, statuses: Statuses): number {
  return (statuses as Partial<Record<ErrorCode, number>>)[code] ?? errorFacts(code).status
}

/** Refusals of operations. One with a single code is written among the components, under its name. */
export class Failures {
  readonly #writer: SchemaWriter
  readonly #statuses: Statuses
  readonly #components = new Map<string, Json>()

  constructor(writer: SchemaWriter, statuses: Statuses = {}) {
    this.#writer = writer
    this.#statuses = statuses
  }

  /** Responses of a unit by status, and `default` for refusals that any request may get. */
  writeResponses({ errors }: Pick<Unit, 'errors'>): Json {
    const statuses = [...new Set(errors.map((code) => findStatus(code, this.#statuses)))].toSorted((a, b) => a - b)
    const responses = statuses.map((status) => [
      status,
      this.#response(errors.filter((code) => findStatus(code, this.#statuses) === status)),
    ])
    return { ...Object.fromEntries(responses), default: this.#anyRequest() }
  }

  components(): Json {
    return Object.fromEntries([...this.#components].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  #response(codes: readonly ErrorCode[]): Json {
    const [code] = codes
    const written = (): Json => ({
      description: codes.map((each) => `\`${each}\`: ${errorFacts(each).message}`).join(' '),
      ...assumedCodes(codes),
      ...this.#content(failure(v.picklist(codes), codes)),
    })
    return codes.length === 1 ? this.#component(pascal(code!), written) : written()
  }

  #anyRequest(): Json {
    const any = v.pipe(v.string(), v.description('Stable: clients key off it.'))
    return this.#component('Failure', () => ({
      description:
        'A refusal that any request may get, whatever its operation is: the document lists them under `x-any-request`.',
      ...this.#content(failure(any, undefined)),
    }))
  }

  #component(name: string, response: () => Json): Json {
    if (!this.#components.has(name)) this.#components.set(name, response())
    return { $ref: `${reference}${name}` }
  }

  #content(schema: v.GenericSchema): Json {
    return { content: { 'application/json': { schema: this.#writer.write(schema, 'output') } } }
  }
}

/** Assumptions that the codes of a refusal rest on, for all of them or by code. */
export function assumedCodes(codes: readonly ErrorCode[]): Json {
  const assumed = codes.filter(isAssumedCode)
  if (assumed.length === 0) return {}
  if (assumed.length === codes.length)
    return { 'x-assumed': [...new Set(codes.map((code) => errorFacts(code).source))] }
  return { 'x-assumed-codes': Object.fromEntries(assumed.map((code) => [code, [errorFacts(code).source]])) }
}

/** Schema of a failure. A code that always comes with its limit says so. */
function failure(error: v.GenericSchema, codes: readonly ErrorCode[] | undefined): v.GenericSchema {
  const always = codes?.every((code) => errorFacts(code).limit !== undefined) === true
  const possible = codes === undefined || codes.some((code) => errorFacts(code).limit !== undefined)
  const entries: v.ObjectEntries = {
    status: v.literal('failure'),
    error,
    message,
    ...(possible && { limit: always ? named : v.optional(named) }),
  }
  return v.looseObject(entries)
}

/** Codes that any request may get, with status and meaning. */
export function anyRequestErrors(codes: readonly ErrorCode[], statuses: Statuses = {}): Json {
  return Object.fromEntries(
    codes
      .filter((code) => errorFacts(code).anyRequest === true)
      .map((code) => {
        const status = findStatus(code, statuses)
        return [code, { status, description: errorFacts(code).message, ...assumedCodes([code]) }]
      }),
  )
}
