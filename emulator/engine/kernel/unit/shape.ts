import type * as v from 'valibot'
import { ApiError } from '../../../contract/api-error.ts'
import { boundedParse, type Failed } from '../../checking/bounded-parse.ts'
import { firstProblems } from '../../checking/issues.ts'
import { didYouMean } from '../../checking/near-miss.ts'
import { describe } from '../../checking/problems.ts'
import { isUuid } from '../../../contract/uuid.ts'
import type { StatementId } from '../../coverage/statements.ts'
import type { Unit } from './definition.ts'
import type { Exchange } from '../exchange.ts'
import { brokenRule } from './field-rules.ts'
import { readJsonBody, readUploadRequest } from './request-body.ts'
import { requireLimitInRange } from '../page-limit.ts'
import { RECORD_PAGE_ROWS } from '../pages.ts'
import { refuseAssumedFields, refuseAssumedRules } from '../unspecified/unspecified.ts'
import { storedIds } from '../../world/vary-ids.ts'

type Values = Readonly<Record<string, unknown>>
type Schema = v.StrictObjectSchema<v.ObjectEntries, undefined> | Unit['bodySchema']

/** Checks the path parameters that a unit restricts to sets (400). */
export function readParams(exchange: Exchange): void {
  const { paramSchema } = exchange.unit!
  if (paramSchema !== undefined) exchange.params = { ...exchange.params, ...checkParams(exchange, paramSchema) }
}

/** Checks query and body against what the unit declares (400, 413, 415). */
export function readShape(exchange: Exchange): void {
  const unit = exchange.unit!
  if (unit.querySchema !== undefined || exchange.request.url.includes('?')) exchange.query = readQuery(exchange, unit)
  if (unit.transfer === 'upload') readUpload(exchange, unit)
  else if (exchange.via === 'http' && exchange.request.method !== 'GET' && exchange.request.method !== 'HEAD') {
    exchange.body = checkBody(exchange, unit, readJsonBody(exchange, unit))
  }
  if (unit.page?.kind === 'opaque') requireLimitInRange(exchange.world, unit.page, exchange.query['limit'])
}

/** Checks a body, or the parameters of a call, including what its page shape refuses. */
export function checkBody(exchange: Exchange, unit: Unit, value: unknown): Values {
  // To valibot an array is an object like any other.
  if (Array.isArray(value))
    throw new ApiError('invalid_request_body', 'The request must be a JSON object, not an array.')
  if (typeof value === 'object' && value !== null) {
    refuseCursors(exchange, unit, value as Values)
    refuseAlias(exchange, unit, value as Values)
    if (exchange.world.settings.unspecified === 'refuse') {
      refuseAssumedFields(exchange, unit.bodySchema.entries, value as Values, 'the field ')
      refuseAssumedRules(exchange, unit)
    }
  }
  const checked = check(exchange, unit.bodySchema, value, '')
  // Valibot leaves out fields such as `constructor`; in an open body they are data like any other.
  const body = unit.openBody ? (value as Values) : checked
  const broken = brokenRule(unit.rules, body)
  if (broken !== undefined) throw new ApiError('invalid_request_body', broken)
  if (unit.page?.kind === 'opaque') requireLimitInRange(exchange.world, unit.page, body['limit'])
  return exchange.variation === undefined ? body : storedIds(exchange.world, body)
}

/** An alias with the shape of a UUID is refused where one is set. */
function refuseAlias(exchange: Exchange, unit: Unit, { alias }: Values): void {
  if (unit.aliasRule === undefined || typeof alias !== 'string' || !isUuid(alias)) return
  throw new ApiError('invalid_request_body', `'alias' must not have the shape of a UUID; it was '${alias}'.`, {
    cites: [unit.aliasRule],
  })
}

function refuseCursors(exchange: Exchange, unit: Unit, body: Values): void {
  const { page } = unit
  if (page?.kind !== 'opaque' && page?.kind !== 'record') return
  const field = page.kind === 'record' ? `start_${page.noun}_id` : 'cursor'
  if (body[field] === null) {
    throw new ApiError('invalid_request_body', `'${field}' must be a string, not null. Omit it on the first call.`, {
      cites: [page.kind === 'record' ? 'A-35' : 'pagination.null-cursor-refused'],
    })
  }
  if (page.kind === 'record' && body['limit'] !== undefined) {
    throw new ApiError(
      'invalid_request_body',
      `'limit' is not accepted here: this listing has a fixed page size of ${RECORD_PAGE_ROWS}.`,
      {
        cites: ['pagination.record.limit-refused'],
      },
    )
  }
}

function checkParams(exchange: Exchange, schema: Schema): Values {
  const restricted: Record<string, unknown> = {}
  for (const name in schema.entries) restricted[name] = exchange.params[name]
  const checked = boundedParse(schema, restricted)
  if (checked.success) return checked.output
  throw refusal(checked, schema, 'path parameter ', ['A-9', ...shapeClauses(exchange, checked.issues)])
}

/** The clauses by which the fields that were refused have their shape. */
function shapeClauses({ unit }: Exchange, issues: readonly v.BaseIssue<unknown>[]): StatementId[] {
  const rules = unit?.shapeRules ?? {}
  return issues.flatMap(({ path, input, expected }): StatementId[] => {
    const field = path?.[0]?.key
    if (typeof field !== 'string') return []
    if (expected === 'never')
      return unit?.page?.kind === 'record' && orderFields.has(field)
        ? ['A-38', 'pagination.record.order-not-changeable']
        : ['A-38']
    const rule = Object.hasOwn(rules, field) ? rules[field] : undefined
    const clause = input === undefined ? rule?.missing : rule?.wrong
    return clause === undefined ? [] : [clause]
  })
}

/** Fields by which a client would ask for another order. */
const orderFields: ReadonlySet<string> = new Set([
  'order',
  'order_by',
  'sort',
  'sort_by',
  'direction',
  'descending',
  'ascending',
  'reverse',
])

function check(exchange: Exchange, schema: Schema, value: unknown, prefix: string): Values {
  const checked = boundedParse(schema, value, { abortPipeEarly: true })
  if (checked.success) return checked.output
  throw refusal(checked, schema, prefix, shapeClauses(exchange, checked.issues))
}

/** Mistakes that a message names. */
const MAX_SHOWN = 3

function refusal(failed: Failed, schema: Schema, prefix: string, cites: StatementId[]): ApiError {
  const problems = firstProblems(failed, schema, MAX_SHOWN)
  return new ApiError('invalid_request_body', `${prefix}${problems.map(describe).join('; ')}`, { cites })
}

/** Unknown query parameters of one request that are noted by name. */
const MAX_NOTED = 50

function readQuery(exchange: Exchange, unit: Unit): Values {
  const { url } = exchange.request
  const start = url.indexOf('?')
  const known = unit.querySchema?.entries ?? {}
  const values: Record<string, string> = {}
  let unknown = 0
  for (const [name, value] of new URLSearchParams(start < 0 ? '' : url.slice(start + 1))) {
    if (!Object.hasOwn(known, name)) {
      if (++unknown <= MAX_NOTED) noteUnknown(exchange, unit, name, Object.keys(known))
    } else if (Object.hasOwn(values, name)) {
      throw new ApiError('invalid_request_body', `query parameter '${name}' was given more than once`)
    } else values[name] = value
  }
  if (unknown > MAX_NOTED)
    exchange.note(`${unknown - MAX_NOTED} further query parameters are not known to ${unit.id} and were ignored`)
  if (unit.querySchema === undefined) return values
  if (exchange.world.settings.unspecified === 'refuse')
    refuseAssumedFields(exchange, unit.querySchema.entries, values, 'the query parameter ')
  return check(exchange, unit.querySchema, values, 'query parameter ')
}

function noteUnknown(exchange: Exchange, unit: Unit, name: string, known: string[]): void {
  exchange.cite('A-55')
  const place =
    unit.page !== undefined && name in unit.bodySchema.entries ? `; '${name}' is a field of the JSON body here` : ''
  exchange.note(
    `query parameter '${name}' is not known to ${unit.id} and was ignored${didYouMean(name, known)}${place}`,
  )
}

function readUpload(exchange: Exchange, unit: Unit): void {
  exchange.body = checkBody(exchange, unit, readUploadRequest(exchange, unit))
}
