import * as v from 'valibot'
import { ApiError } from '../../../contract/api-error.ts'
import type { AssumptionId } from '../../../contract/assumption-ids.ts'
import { boundedParse, type Failed } from '../../checking/bounded-parse.ts'
import { firstProblems } from '../../checking/issues.ts'
import { didYouMean } from '../../checking/near-miss.ts'
import { describe } from '../../checking/problems.ts'
import { isUuid } from '../../../contract/uuid.ts'
import type { StatementId } from '../../coverage/statements.ts'
import type { ShapeRules, Unit } from './definition.ts'
import type { Exchange } from '../exchange.ts'
import { brokenRule } from './field-rules.ts'
import { relaxed } from './relaxed.ts'
import { readJsonBody, readUploadRequest, wrongShape } from './request-body.ts'
import { requireAdmitted } from '../aliases.ts'
import { requireLimitInRange } from '../page-limit.ts'
import { RECORD_PAGE_ROWS } from '../pages.ts'
import type { Fields } from '../../checking/is-object.ts'

type BodySchema = v.StrictObjectSchema<v.ObjectEntries, undefined> | Unit['bodySchema']

/** Checks the path parameters that a unit restricts to sets (400). */
export function checkParams(exchange: Exchange): void {
  const schema = exchange.unit!.paramSchema
  if (schema === undefined) return
  const paramSchema = exchange.follows('users-have-no-users') ? withoutUsers(schema) : schema
  const restricted: Record<string, unknown> = {}
  for (const name in paramSchema.entries) restricted[name] = exchange.params[name]
  const checked = boundedParse(paramSchema, restricted)
  if (!checked.success)
    throw refusal(checked, paramSchema, 'path parameter ', ['A-378', ...shapeClauses(exchange, checked.issues)])
  exchange.params = { ...exchange.params, ...checked.output }
}

/** Takes no user for a target (an alternative to A-157). */
function withoutUsers(schema: NonNullable<Unit['paramSchema']>): NonNullable<Unit['paramSchema']> {
  return { ...schema, entries: { ...schema.entries, target: v.picklist(['org', 'blob']) } }
}

/** Unknown query parameters of one request that are noted by name. */
const MAX_NOTED = 50

/** Reads the query parameters that the unit knows; others are ignored. */
export function readQuery(exchange: Exchange): void {
  const { url } = exchange.request
  const start = url.indexOf('?')
  if (start < 0) return
  const unit = exchange.unit!
  const known = unit.querySchema?.entries ?? {}
  const values: Record<string, string> = {}
  let unknown = 0
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    if (!Object.hasOwn(known, name)) {
      if (++unknown <= MAX_NOTED) noteUnknown(exchange, unit, name, Object.keys(known))
    } else if (Object.hasOwn(values, name)) {
      throw wrongShape(`query parameter '${name}' was given more than once`)
    } else values[name] = value
  }
  if (unknown > MAX_NOTED && !exchange.follows('unknown-query-refused'))
    exchange.note(`${unknown - MAX_NOTED} further query parameters are not known to ${unit.id} and were ignored`)
  exchange.query = values
}

/** Checks the query against the unit's schema (400). */
export function checkQuery(exchange: Exchange): void {
  const { querySchema, page } = exchange.unit!
  if (querySchema === undefined) return
  exchange.query = check(exchange, querySchema, relaxed(exchange, querySchema, exchange.query), 'query parameter ')
  if (page?.kind === 'opaque') requireLimitInRange(exchange.world, page, exchange.query['limit'])
}

/** Refuses a query parameter that the unit does not know, under an alternative to A-346. */
export function refuseUnknown(exchange: Exchange): void {
  if (!exchange.follows('unknown-query-refused')) return
  const known = exchange.unit!.querySchema?.entries ?? {}
  const [, query = ''] = exchange.request.url.split('?', 2)
  const name = Array.from(new URLSearchParams(query).keys()).find((each) => !Object.hasOwn(known, each))
  if (name === undefined) return
  const message = `query parameter ${name}: unknown${didYouMean(name, Object.keys(known))}`
  throw new ApiError('invalid_request_body', message, { cites: ['A-346'] })
}

/** Reads the JSON object that a request carries (400, 413, 415). */
export function readBody(exchange: Exchange): void {
  const unit = exchange.unit!
  const body = unit.transfer === 'upload' ? readUploadRequest(exchange, unit) : readJsonBody(exchange, unit)
  // Valibot accepts an array as an object.
  if (Array.isArray(body)) throw wrongShape('The request must be a JSON object, not an array.')
  exchange.body = body as Fields
}

/** Refuses cursors and aliases for which the specification has a rule of its own (400). */
export function checkNamedRules(exchange: Exchange): void {
  const { unit, body } = exchange
  if (typeof body !== 'object' || body === null) return
  refuseCursors(unit!, body)
  refuseAlias(exchange, unit!, body)
}

/** Checks a body, or the parameters of a call, against the unit's schema and the rules between its fields (400). */
export function checkBody(exchange: Exchange): void {
  const unit = exchange.unit!
  const checked = checkFields(
    exchange,
    exchange.follows('any-blob-type') ? withAnyType(unit.bodySchema) : unit.bodySchema,
  )
  // Valibot leaves out fields such as `constructor`, which are data in an open body.
  if (!unit.openBody) exchange.body = checked
  const broken = unit.rules.length === 0 ? undefined : brokenRule(unit.rules, exchange.body)
  if (broken !== undefined) throw wrongShape(broken)
  if (unit.page?.kind === 'opaque') requireLimitInRange(exchange.world, unit.page, exchange.body['limit'])
  if (unit.shapeRules !== undefined) citeAbsent(exchange, unit.shapeRules)
}

/** Cites what lets the fields that are left out be so. */
function citeAbsent(exchange: Exchange, rules: ShapeRules): void {
  for (const [field, { absent }] of Object.entries(rules))
    if (absent !== undefined && exchange.body[field] === undefined) exchange.citePassed(absent)
}

/** Checks the fields of a body, or the parameters of a call, against a schema (400). */
export function checkFields<S extends Unit['bodySchema']>(exchange: Exchange, schema: S): v.InferOutput<S> {
  return check(exchange, schema, relaxed(exchange, schema, exchange.body), '') as v.InferOutput<S>
}

/** Takes any text for the type of a blob: whether it is enabled is asked later. */
function withAnyType(schema: Unit['bodySchema']): Unit['bodySchema'] {
  return { ...schema, entries: { ...schema.entries, type: v.string() } }
}

/** Refuses a new alias with the shape of a UUID, or one of the names that are nobody's. */
function refuseAlias(exchange: Exchange, unit: Unit, { alias }: Fields): void {
  if (unit.aliasRule === undefined || typeof alias !== 'string') return
  requireAdmitted(exchange, alias)
  if (!isUuid(alias)) return
  throw new ApiError('invalid_request_body', `'alias' must not have the shape of a UUID; it was '${alias}'.`, {
    cites: [unit.aliasRule],
  })
}

function refuseCursors(unit: Unit, body: Fields): void {
  const { page } = unit
  if (page?.kind !== 'opaque' && page?.kind !== 'record') return
  const names = page.kind === 'record' ? ['cursor', `start_${page.noun}_id`] : ['cursor']
  const field = names.find((name) => body[name] === null)
  if (field !== undefined)
    throw new ApiError('invalid_request_body', `'${field}' must be a string, not null. Omit it on the first call.`, {
      cites: [field === 'cursor' ? 'pagination.null-cursor-refused' : 'A-34'],
    })
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

/** Statements that give the refused fields their shape. */
function shapeClauses({ unit }: Exchange, issues: readonly v.BaseIssue<unknown>[]): StatementId[] {
  const rules = unit?.shapeRules ?? {}
  return issues.flatMap(({ path, input, expected }): StatementId[] => {
    const field = path?.[0]?.key
    if (typeof field !== 'string') return ['A-342']
    if (expected === 'never')
      return unit?.page?.kind === 'record' && orderFields.has(field)
        ? ['A-38', 'pagination.record.order-not-changeable']
        : ['A-38']
    const rule = Object.hasOwn(rules, field) ? rules[field] : undefined
    const clause = input === undefined ? rule?.missing : rule?.wrong
    if (field === 'target' && input === 'user') return [clause ?? 'A-93']
    return [...(clause === undefined ? [] : [clause]), shapeAssumption(unit, field, input)]
  })
}

/** Assumption by which a value of a field is refused: the one for its kind of field, else A-342. */
function shapeAssumption(unit: Unit | undefined, field: string, input: unknown): AssumptionId {
  const page = unit?.page
  if (input === null) return 'A-343'
  if (page?.kind === 'record' && field === `start_${page.noun}_id`) return 'A-34'
  if (page?.kind === 'opaque' && field === 'limit') return 'A-409'
  if (typeof input !== 'string') return 'A-342'
  return stringAssumptions[field] ?? 'A-342'
}

/** Assumptions by which a text is refused as the value of a field. */
const stringAssumptions: Readonly<Record<string, AssumptionId>> = {
  alias: 'A-64',
  type: 'A-353',
  visibility: 'A-376',
}

/** Fields that suggest that a client wants another order. */
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

function check(exchange: Exchange, schema: BodySchema, value: unknown, prefix: string): Fields {
  const checked = boundedParse(schema, value, { abortPipeEarly: true })
  if (checked.success) return checked.output
  throw refusal(checked, schema, prefix, shapeClauses(exchange, checked.issues))
}

/** Mistakes that a message names. */
const MAX_SHOWN = 3

function refusal(failed: Failed, schema: BodySchema, prefix: string, cites: StatementId[]): ApiError {
  const problems = firstProblems(failed, schema, MAX_SHOWN)
  return new ApiError('invalid_request_body', `${prefix}${problems.map(describe).join('; ')}`, { cites })
}

function noteUnknown(exchange: Exchange, unit: Unit, name: string, known: string[]): void {
  exchange.citeAlways('A-346')
  if (exchange.follows('unknown-query-refused')) return
  const place =
    unit.page !== undefined && name in unit.bodySchema.entries ? `; '${name}' is a field of the JSON body here` : ''
  exchange.note(
    `query parameter '${name}' is not known to ${unit.id} and was ignored${didYouMean(name, known)}${place}`,
  )
}
