import { shallowJson } from '../../engine/checking/lost-number.ts'
import { callerIn, TELLING_HEADERS, type HttpExchange } from '../record/exchange.ts'
import type { Endpoint } from './addresses.ts'
import { readBody } from './archived-body.ts'
import { asFields, readHeaders, type ArchiveEntry } from './entry.ts'
import { contentBytes, isJsonType } from './content.ts'

/** Status of an answer from a cache, without body. */
const NOT_MODIFIED = 304

/** A request with its answer; a string is the reason why it is left out. */
export function readHttp(entry: ArchiveEntry, { unit, path }: Endpoint): HttpExchange | string {
  const answer = readAnswer(entry.response)
  if (answer.status >= 300 && answer.status < 400) return 'which were redirected'
  const sent = withType(entry)
  const body = readBody(entry.request, sent, unit)
  if (body === undefined) return 'whose body is not in the archive'
  const telling = TELLING_HEADERS.flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name]] as const]))
  return {
    kind: 'http',
    caller: callerIn(sent),
    method: entry.method,
    path,
    headers: Object.fromEntries(telling),
    body,
    answer,
  }
}

/** Headers of the request, with the content type from the body if the headers have none. */
function withType({ sent, request }: ArchiveEntry): ArchiveEntry['sent'] {
  const { mimeType } = asFields(request['postData'])
  if (sent['content-type'] !== undefined || typeof mimeType !== 'string' || mimeType === '') return sent
  return { ...sent, 'content-type': mimeType }
}

/** Reads an answer. Aborted requests have the status 0 or no answer in archives. */
function readAnswer(response: ArchiveEntry['response']): HttpExchange['answer'] {
  const status = Number(response['status'])
  const isAnswered = Number.isInteger(status) && status >= 200 && status <= 599 && status !== NOT_MODIFIED
  if (!isAnswered) return { outcome: 'no_answer', status: 0, headers: {}, bytes: new Uint8Array(0) }
  const headers = readHeaders(response['headers'])
  const content = asFields(response['content'])
  const bytes = contentBytes(content) ?? new Uint8Array(0)
  const type = headers['content-type'] ?? content['mimeType']
  // A truncated body cannot be compared.
  const isCut = isJsonType(type) && shallowJson(new TextDecoder().decode(bytes)) === undefined
  return { outcome: 'answered', status, headers, bytes: isCut ? new Uint8Array(0) : bytes }
}
