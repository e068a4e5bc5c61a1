import { withoutHidden } from '../checking/printable.ts'
import type { JournalEntry, TimelineEntry } from './journal-entry.ts'
import { REDACTED } from './redact.ts'

/** Headers that a client sets by itself. */
const own =
  /^(?:host|content-length|connection|accept-.*|user-agent|origin|referer|cookie|sec-.*|if-.*|transfer-encoding)$/

/**
 * Writes requests as a file that VS Code (REST Client), IntelliJ and httpYac send. Credentials are variables at its top,
 * since the journal holds none. A call on a socket is the request over HTTP that does the same.
 *
 * @param base what precedes the path of each request: `http://127.0.0.1:4010`
 * @param root path of the API: `/v1`
 */
export function httpFile(entries: Iterable<TimelineEntry>, base: string, root: string): string {
  const variables = new Map([['host', base]])
  const requests = [...entries].filter(isRequest).map((entry) => formatRequest(entry, variables, root))
  const head = [...variables].map(([name, value]) => `@${name} = ${value}`)
  return `${[head.join('\n'), ...requests].join('\n\n')}\n`
}

function isRequest(entry: TimelineEntry): entry is JournalEntry {
  return entry.request !== null && !('did' in entry)
}

function formatRequest(entry: JournalEntry, variables: Map<string, string>, root: string): string {
  const { number, via, unit, request, response, error } = entry
  const isCall = via === 'socket'
  const [method, url] = isCall ? ['POST', `${root}/${(unit ?? '').replace('.', '/')}`] : [request.method, request.url]
  const hide = (text: string, name: string): string => {
    if (!text.includes(REDACTED)) return text
    variables.set(name, 'put-it-here')
    return text.replaceAll(REDACTED, `{{${name}}}`)
  }
  const sent = isCall ? { 'x-api-key': REDACTED, 'content-type': 'application/json' } : request.headers
  const headers = Object.entries(sent).filter(([name, value]) => !own.test(name) && value !== '*/*')
  const answer = response === null ? 'no answer' : [response.status, error].filter(Boolean).join(' ')
  const body = formatBody(request.body)
  return [
    `### ${number}: ${answer}`,
    `${method} {{host}}${hide(url.replaceAll('{', '%7B'), 'secret')}`,
    ...headers.map(([name, value]) =>
      value.includes('{{') ? `# ${name}: ${NOT_DATA}` : `${name}: ${hide(value, nameCredential(name, entry))}`,
    ),
    ...(body === undefined ? [] : ['', hide(body, 'secret')]),
  ].join('\n')
}

/** `key_of_ada`, `token_of_ada`; `secret` for any other header. */
function nameCredential(header: string, { caller }: JournalEntry): string {
  const whose = (caller ?? 'nobody').replaceAll(/\W/g, '_')
  if (header === 'x-api-key') return `key_of_${whose}`
  return header === 'authorization' ? `token_of_${whose}` : 'secret'
}

const NOT_DATA = 'left out, since it would not be sent as it is: such programs read it as their own'

/** Matches text in which they would find a variable, a script, a file to read, a comment or the next request. */
const notData = /\{\{|^\s*(?:[<>#@?]|\/\/)/m

function formatBody(body: unknown): string | undefined {
  if (body === null || body === undefined) return undefined
  if (typeof body === 'string') return notData.test(body) ? `# ${NOT_DATA}` : body
  const { bytes, ...others } = body as { bytes?: unknown }
  if (typeof bytes === 'number' && Object.keys(others).length === 0)
    return `# ${bytes} bytes, which the journal does not keep`
  // `{{` only occurs within strings here.
  return withoutHidden(JSON.stringify(body, null, 2).replaceAll(/\{(?=\{)/g, '\\u007b'))
}
