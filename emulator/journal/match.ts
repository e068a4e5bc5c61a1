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

/** Which exchanges are meant. All that is given must hold. */
export const matchSchema = fields({
  /** `GET /users/me` as written, `GET /users/:user_id` for every request to it, `GET` or `*`. */
  endpoint: v.optional(v.pipe(text as unknown as v.GenericSchema<AskedEndpoint>, v.description('`METHOD /path`: as written, or the pattern of an endpoint; `*` for every endpoint.'))),
  command: v.optional(v.pipe(text as unknown as v.GenericSchema<CommandName>, v.description('`workflow.list_sessions`, `workflow.*` or `*`, over either transport.'))),
  via: v.optional(v.picklist(['http', 'socket'])),
  method: v.optional(text),
  path: v.optional(v.pipe(text, v.description('The path as sent, without its query; also one that no endpoint has.'))),
  caller: v.optional(v.pipe(text, v.description('Alias of the user.'))),
  params: v.optional(v.pipe(compared, v.description('Path parameters, query, body fields or command parameters: a partial match, matchers as in `expect`.'))),
  status: v.optional(v.pipe(v.number(), v.integer())),
  error: v.optional(v.pipe(v.picklist([...errorCodes, 'escaped']), v.description('Error code of a refusal; `escaped` for requests to the host of the API that were on their way past it.'))),
  response: v.optional(v.pipe(compared, v.description('Fields of the answer: a partial match.'))),
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
