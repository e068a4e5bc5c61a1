import * as v from 'valibot'
import type { AskedEndpoint, CommandName } from '../contract/naming.ts'
import { assumptionIds, clauseIds } from '../contract/statement-ids.ts'
import { fields } from '../diagnostics/strict.ts'
import type { Problem } from '../diagnostics/problems.ts'
import { namedProblems, type KnownUnit } from '../format/check-names.ts'
import { errorCodes } from '../format/error-code.ts'
import { matcherProblems } from '../format/expect.ts'
import { compared } from '../format/schema-common.ts'

const text = v.pipe(v.string(), v.minLength(1, 'expected at least one character'))

/** Which exchanges are meant. All that is given must hold. What each field means stands in `described-match.ts`. */
export const matchSchema = fields({
  /** `GET /users/me` as written, `GET /users/:user_id` for every request to it, `GET` or `*`. */
  endpoint: v.optional(text as unknown as v.GenericSchema<AskedEndpoint>),
  command: v.optional(text as unknown as v.GenericSchema<CommandName>),
  via: v.optional(v.picklist(['http', 'socket'])),
  method: v.optional(text),
  path: v.optional(text),
  caller: v.optional(text),
  params: v.optional(compared),
  status: v.optional(v.pipe(v.number(), v.integer())),
  error: v.optional(v.picklist([...errorCodes, 'escaped'])),
  response: v.optional(compared),
  clause: v.optional(v.picklist(clauseIds)),
  assumption: v.optional(v.picklist(assumptionIds)),
  trigger: v.optional(text),
})

export type JournalMatch = v.InferOutput<typeof matchSchema>

/** What is wrong with a match that has its shape: the matchers inside, and endpoints and commands that do not exist. Paths start at the match. */
export function contentProblems(match: JournalMatch, units: readonly KnownUnit[]): Problem[] {
  const { params = {}, response = {} } = match
  return [...matcherProblems(params, ['params']), ...matcherProblems(response, ['response']), ...nameProblems(match, units)]
}

/** What nothing can be, nothing was: `times: 0` of it would always hold. */
function nameProblems({ endpoint, command, error }: JournalMatch, units: readonly KnownUnit[]): Problem[] {
  // A match for what is not there says so.
  if (error === 'endpoint_not_found' || error === 'method_not_allowed' || error === 'escaped') return []
  return namedProblems({ endpoint: endpoint?.replace(/ \/v1(?=\/)/, ' '), command }, units)
}
