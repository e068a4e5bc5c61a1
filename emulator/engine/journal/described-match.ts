import { describedFields } from '../matching/described-fields.ts'
import { matchSchema } from './match.ts'

/** The schema of a match with what its fields mean. */
export const describedMatch = describedFields(matchSchema, {
  endpoint: ['`METHOD /path`: as written, or the pattern of an endpoint; `*` for every endpoint.'],
  command: ['`workflow.list_sessions`, `workflow.*` or `*`, over either transport.'],
  via: undefined,
  method: undefined,
  path: ['The path as sent, without its query; also one that no endpoint has.'],
  caller: ['Alias of the user.'],
  params: ['Path parameters, query, body fields or command parameters: a partial match, matchers as in `expect`.'],
  status: undefined,
  error: ['Error code of a refusal; `escaped` for requests to the host of the API that were on their way past it.'],
  response: ['Fields of the answer: a partial match.'],
  clause: undefined,
  assumption: undefined,
  trigger: undefined,
})
