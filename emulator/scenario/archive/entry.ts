import { type Fields, isObject } from '../../engine/checking/is-object.ts'

/** An entry of an archive. All fields except the URL may have been missing or malformed. */
export interface ArchiveEntry {
  /** In upper case; empty if the archive has none. */
  readonly method: string
  readonly url: URL
  readonly isSocket: boolean
  /** Headers of the request by lower case name. */
  readonly sent: Readonly<Record<string, string>>
  readonly request: Fields
  readonly response: Fields
  readonly messages: readonly Fields[]
}

/** Reads an entry; undefined if it has no URL. */
export function readEntry(value: unknown): ArchiveEntry | undefined {
  const { request: asked, response, _webSocketMessages: messages } = asFields(value)
  const request = asFields(asked)
  const url = readUrl(request)
  if (url === undefined) return undefined
  return {
    method: typeof request['method'] === 'string' ? request['method'].toUpperCase() : '',
    url,
    isSocket: /^wss?:$/.test(url.protocol) || (Array.isArray(messages) && messages.length > 0),
    sent: readHeaders(request['headers']),
    request,
    response: asFields(response),
    messages: Array.isArray(messages) ? messages.filter(isObject) : [],
  }
}

export function asFields(value: unknown): Fields {
  return isObject(value) ? value : {}
}

/** Reads the URL, with the query that some programs write apart from it. */
function readUrl({ url: text, queryString: query }: Fields): URL | undefined {
  if (typeof text !== 'string' || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.search === '') for (const [name, value] of readPairs(query)) url.searchParams.append(name, value)
  return url
}

/** Headers by lower case name, without those of HTTP/2 that begin with a colon. */
export function readHeaders(list: unknown): Record<string, string> {
  return Object.fromEntries(
    readPairs(list).flatMap(([name, value]) => (name.startsWith(':') ? [] : [[name.toLowerCase(), value]])),
  )
}

/** Pairs from a list of `{name, value}`, or from an object. Items without name or value are skipped. */
export function readPairs(list: unknown): [string, string][] {
  const pairs = Array.isArray(list)
    ? list.map((each) => [asFields(each)['name'], asFields(each)['value']])
    : Object.entries(asFields(list))
  return pairs.flatMap(([name, value]): [string, string][] =>
    typeof name === 'string' && ['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value)]] : [],
  )
}
