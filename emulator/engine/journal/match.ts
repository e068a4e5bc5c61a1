import { knownAssumptionIds } from '../../contract/assumption-ids.ts'
import { clauseIds } from '../../contract/clause-ids.ts'
import * as v from 'valibot'
import type { AskedEndpoint, CommandName } from '../../contract/naming.ts'
import { unusualDeliveries } from './entry.ts'
import { fields } from '../checking/strict.ts'
import type { Problem } from '../checking/problems.ts'
import { filterNameProblems, knownNames, type KnownUnit } from '../matching/check-names.ts'
import { errorCodes } from '../matching/error-code.ts'
import { matcherProblems } from '../matching/matcher-problems.ts'
import { refusingUnitText } from '../matching/meant-unit.ts'
import { compared, described } from '../matching/schema-common.ts'

const text = v.pipe(v.string(), v.minLength(1, 'expected at least one character'))

const conditions = fields({
  /** `GET /users/me` literally, `GET /users/:user_id` for every request to it, `GET` or `*`. */
  endpoint: described(
    v.optional(text as unknown as v.GenericSchema<AskedEndpoint>),
    '`METHOD /path`: as written, or the pattern of an endpoint; `*` for every endpoint.',
  ),
  command: described(
    v.optional(text as unknown as v.GenericSchema<CommandName>),
    '`workflow.list_sessions`, `workflow.*` or `*`, over either transport.',
  ),
  via: v.optional(v.picklist(['http', 'socket'])),
  method: v.optional(text),
  path: described(
    v.optional(v.pipe(v.string(), v.regex(/^\/[^?#]*$/, 'expected a path that begins with /, without host and query'))),
    'The path as sent, without its query; also one that no endpoint has.',
  ),
  caller: described(v.optional(text), 'Alias of the user.'),
  params: described(
    v.optional(compared),
    'Path parameters, query, body fields or command parameters: a partial match, matchers as in `expect`.',
  ),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(599))),
  error: described(
    v.optional(v.picklist([...errorCodes, 'escaped'])),
    'Error code of a refusal; `escaped` for requests to the host of the API but not to its address.',
  ),
  delivery: described(
    v.optional(v.picklist(unusualDeliveries)),
    'How the answer failed to reach its client: `lost` (never sent), `dropped` or `reset` (with its connection), `cut` short, `spoiled` (no longer readable), `gave up` (the client left before its last byte); or `held` at a gate.',
  ),
  response: described(v.optional(compared), 'Fields of the answer: a partial match.'),
  clause: v.optional(v.picklist(clauseIds)),
  assumption: v.optional(v.picklist(knownAssumptionIds)),
  trigger: v.optional(text),
})

/** Conditions on exchanges. All given fields must match. */
export const matchSchema = refusingUnitText(conditions)

export type JournalMatch = v.InferOutput<typeof matchSchema>

/** Problems of a well-formed match: invalid matchers, and unknown endpoints and commands. Paths start at the match. */
export function contentProblems(match: JournalMatch, units: readonly KnownUnit[]): Problem[] {
  const { params = {}, response = {} } = match
  return [
    ...matcherProblems(params, ['params']),
    ...matcherProblems(response, ['response']),
    ...nameProblems(match, units),
  ]
}

/**
 * Explains a path that was never seen because the journal spells it differently: below /v1, whatever the base URL of
 * the client is.
 */
export function pathProblems({ path, error }: JournalMatch, units: readonly KnownUnit[]): Problem[] {
  if (path === undefined || isForStrays(error) || path.startsWith('/v1/')) return []
  const below = knownNames(units).pathBelow(path)
  if (below === undefined) return []
  const message =
    "never seen: paths of the API are kept below /v1 (requests that missed it are meant with `error: 'endpoint_not_found'`)"
  return [{ kind: 'reference', path: ['match', 'path'], message, nearMiss: `/v1${below}` }]
}

/** True for a match that expects an unknown endpoint. */
export function isForStrays(error: JournalMatch['error']): boolean {
  return error === 'endpoint_not_found' || error === 'method_not_allowed' || error === 'escaped'
}

/** Problems of values that no exchange can have: `times: 0` would always hold for them. */
function nameProblems({ endpoint, command, error }: JournalMatch, units: readonly KnownUnit[]): Problem[] {
  if (isForStrays(error)) return []
  return filterNameProblems({ endpoint: endpoint?.replace(/ \/v1(?=\/)/, ' '), command }, units)
}
