/** Reads exchanges from an HTTP archive (HAR 1.2), as browsers, proxies and the journal of an emulator export them. */
import * as v from 'valibot'
import { boundedParse } from '../../engine/checking/bounded-parse.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { problemsFrom } from '../../engine/checking/issues.ts'
import { shallowJson } from '../../engine/checking/json-parts.ts'
import { valueText, type Problem } from '../../engine/checking/problems.ts'
import { createUnitRouter } from '../../engine/kernel/rest/router.ts'
import { BASE } from '../../engine/kernel/rest/http.ts'
import { catalog } from '../../service/catalog.ts'
import { callerIn, TELLING_HEADERS, type CallExchange, type Exchange, type HttpExchange } from './exchange.ts'

const headers = v.array(v.looseObject({ name: v.string(), value: v.string() }))
const message = v.looseObject({ type: v.picklist(['send', 'receive']), data: v.string() })
const entrySchema = v.looseObject({
  request: v.looseObject({
    method: v.string(),
    url: v.string(),
    headers,
    postData: v.optional(v.looseObject({ text: v.optional(v.string()) })),
  }),
  response: v.looseObject({
    status: v.number(),
    headers,
    content: v.optional(v.looseObject({ text: v.optional(v.string()), encoding: v.optional(v.string()) })),
  }),
  _webSocketMessages: v.optional(v.array(message)),
})
const harSchema = v.looseObject({ log: v.looseObject({ entries: v.array(entrySchema) }) })

type Entry = v.InferOutput<typeof entrySchema>

/** Exchanges with the API in an archive, in its order. */
export interface HarExchanges {
  readonly exchanges: readonly Exchange[]
  /** Entries that are about something else. */
  readonly others: number
}

/** True for an HTTP archive. */
export function isHar(document: unknown): boolean {
  return isObject(document) && isObject(document['log']) && 'entries' in document['log']
}

/** Everything that is wrong with an archive; empty for a good one. */
export function harProblems(document: unknown): Problem[] {
  if (!isObject(document))
    return [{ kind: 'type', path: [], message: `expected an HTTP archive, got ${valueText(document)}` }]
  const parsed = boundedParse(harSchema, document)
  return parsed.success ? [] : problemsFrom(parsed, harSchema)
}

/** Exchanges of an archive without problems. Requests to what is no endpoint of the API are left out. */
export function readHar(document: unknown): HarExchanges {
  const { log } = document as v.InferOutput<typeof harSchema>
  const exchanges: Exchange[] = []
  let others = 0
  for (const entry of log.entries) {
    const found = readEntry(entry)
    if (found.length === 0) others++
    exchanges.push(...found)
  }
  return { exchanges, others }
}

const router = createUnitRouter(catalog)
const commands: ReadonlySet<string> = new Set(catalog.flatMap(({ id, kind }) => (kind === 'command' ? [id] : [])))

function readEntry(entry: Entry): Exchange[] {
  if (entry._webSocketMessages !== undefined) return readCalls(entry, entry._webSocketMessages)
  const { request, response } = entry
  const path = pathBelow(request.url)
  if (path === undefined || router.find(request.method, path.split('?', 1)[0]!)?.unit === undefined) return []
  const sent = byName(request.headers)
  const telling = TELLING_HEADERS.flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name]] as const]))
  const exchange: HttpExchange = {
    kind: 'http',
    caller: callerIn(sent),
    method: request.method,
    path,
    headers: Object.fromEntries(telling),
    body: new TextEncoder().encode(request.postData?.text ?? ''),
    answer: {
      outcome: response.status === 0 ? 'no_answer' : 'answered',
      status: response.status,
      headers: byName(response.headers),
      bytes: contentBytes(response.content ?? {}),
    },
  }
  return [exchange]
}

/** Path below the base of the API, with the query; undefined for an address elsewhere. */
function pathBelow(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { pathname, search } = new URL(url)
  const at = `${pathname}/`.indexOf(`${BASE}/`)
  return at === -1 ? undefined : `${pathname.slice(at + BASE.length)}${search}`
}

/** Calls of a socket with their answers: by their id, or in order where an archive has none. */
function readCalls({ request }: Entry, messages: NonNullable<Entry['_webSocketMessages']>): CallExchange[] {
  const caller = socketCaller(request)
  const received = messages.filter(({ type }) => type === 'receive').map(({ data }) => shallowJson(data))
  return messages.flatMap(({ type, data }): CallExchange[] => {
    const call = type === 'send' ? shallowJson(data) : undefined
    if (!isObject(call) || !commands.has(String(call['method']))) return []
    const at = received.findIndex((frame) => isObject(frame) && frame['id'] === call['id'])
    const frame = at === -1 ? received.shift() : received.splice(at, 1)[0]
    const params = isObject(call['params']) ? call['params'] : {}
    const answered = isObject(frame)
    return [
      {
        kind: 'call',
        caller,
        method: String(call['method']),
        params,
        answer: { outcome: answered ? 'answered' : 'no_answer', frame: answered ? (frame as never) : undefined },
      },
    ]
  })
}

/** Credentials of a socket come in headers or, from a browser, in the query. */
function socketCaller({ headers: sent, url }: Entry['request']): CallExchange['caller'] {
  const caller = callerIn(byName(sent))
  const query = URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams()
  const [bearer, key] = [query.get('access_token'), query.get('api_key')]
  if (caller !== 'none') return caller
  return bearer !== null ? { bearer } : key !== null ? { api_key: key } : 'none'
}

function byName(list: Entry['request']['headers']): Record<string, string> {
  return Object.fromEntries(list.map(({ name, value }) => [name.toLowerCase(), value]))
}

function contentBytes({ text = '', encoding }: NonNullable<Entry['response']['content']>): Uint8Array {
  if (encoding !== 'base64') return new TextEncoder().encode(text)
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    return new Uint8Array(0)
  }
}
