import * as v from 'valibot'
import { errorFacts, isAssumedCode, type ErrorCode } from '../../contract/errors.ts'
import type { SettingsInput } from '../../engine/world/settings.ts'
import { assumed } from '../../engine/kernel/unit/assumed.ts'
import { isFreeStatus } from '../../engine/kernel/unspecified/documented-line.ts'
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
const stable = v.pipe(v.string(), v.description('Stable: clients key off it.'))
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
      ...assumedStatuses(codes),
      ...this.#content(failure(codes)),
    })
    return codes.length === 1 ? this.#component(pascal(code!), written) : written()
  }

  #anyRequest(): Json {
    return this.#component('Failure', () => ({
      description:
        'A refusal that any request may get, whatever its operation is: the document lists them under `x-any-request`.',
      ...this.#content(failure([])),
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
  return marks(codes, isAssumedCode, 'source', ['x-assumed', 'x-assumed-codes'])
}

/** Assumptions that the status of a refusal rests on, for all of its codes or by code. */
function assumedStatuses(codes: readonly ErrorCode[]): Json {
  return marks(codes, isFreeStatus, 'statusFrom', ['x-assumed-status', 'x-assumed-statuses'])
}

function marks(
  codes: readonly ErrorCode[],
  isAssumed: (code: ErrorCode) => boolean,
  source: 'source' | 'statusFrom',
  [ofAll, byCode]: readonly [string, string],
): Json {
  const assumed = codes.filter(isAssumed)
  if (assumed.length === 0) return {}
  if (assumed.length === codes.length) return { [ofAll]: [...new Set(codes.map((code) => errorFacts(code)[source]))] }
  return { [byCode]: Object.fromEntries(assumed.map((code) => [code, [errorFacts(code)[source]]])) }
}

/**
 * Schema of a failure. No enumeration of codes: the specification leaves the statuses of most open, so that others may
 * come with the same status.
 */
function failure(codes: readonly ErrorCode[]): v.GenericSchema {
  const limited = codes.filter((code) => errorFacts(code).limit !== undefined)
  const entries: v.ObjectEntries = {
    status: v.literal('failure'),
    error: codes.length === 0 ? stable : v.pipe(stable, v.examples([...codes])),
    message,
    ...((codes.length === 0 || limited.length > 0) && { limit: v.optional(named) }),
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
