import type * as v from 'valibot'
import { boundedParse } from '../../engine/checking/bounded-parse.ts'
import {
  jsonParts,
  MAX_LEVELS,
  type JsonParts,
  MAX_CONTAINERS,
  MAX_FIELDS,
  tooManyFields,
} from '../../engine/checking/json-parts.ts'
import { lostNumbers } from '../../engine/checking/lost-number.ts'
import { problemsFrom } from '../../engine/checking/issues.ts'
import { describe } from '../../engine/checking/problems.ts'
import { Emulator } from '../../host/emulator.ts'
import { encodingText, howToSend, isIdentity } from '../../engine/kernel/rest/body-headers.ts'
import { nearPath } from '../../engine/kernel/rest/near-path.ts'
import { createUnitRouter, type Match } from '../../engine/kernel/rest/router.ts'
import { findHeader, type WireRequest, type WireResponse } from '../../engine/kernel/wire.ts'
import { corsHeaders } from '../../engine/kernel/rest/headers.ts'
import { CONTROL } from '../../host/dispatch.ts'
import type { ControlCall } from '../../host/control-api/call.ts'
import { controlHandlers } from './handlers.ts'
import { ControlError, Raw, type ControlHandler } from './handler.ts'
import { json, refusal } from './refusal.ts'
import { findCause } from './cause.ts'
import { mayRead, refuseForeignPages, requireOwnName, requireTrust } from './guard.ts'
import type { Instance } from '../../host/instance.ts'
import type { ControlPolicy } from '../../host/site.ts'

const router = createUnitRouter(controlHandlers)

/** Answers a request of the control API, or of a browser that opens the address of the server. Never throws. */
export async function answerControl(instance: Instance, request: WireRequest): Promise<WireResponse> {
  if (request.url === '/') return toInspector(instance, request)
  const { host, site } = instance
  if (!host.cors || findHeader(request.headers, 'origin') === undefined) return answerCall(instance, request)
  // A preflight has no token, and changes nothing.
  if (request.method === 'OPTIONS') return { status: 204, headers: corsHeaders(request), body: null }
  const answer = await answerCall(instance, request)
  return canRead(request, site.policy) ? { ...answer, headers: [...answer.headers, ...corsHeaders(request)] } : answer
}

/** Reading rights of a page; a wrong token gives none. */
function canRead(request: WireRequest, policy: ControlPolicy): boolean {
  try {
    return mayRead(request, policy)
  } catch {
    return false
  }
}

async function answerCall(instance: Instance, request: WireRequest): Promise<WireResponse> {
  try {
    const { policy } = instance.site
    refuseForeignPages(request, policy, instance.host.cors)
    const found = router.find(request.method, controlPath(request.url))
    if (found?.unit?.call.open !== true) requireTrust(request, policy)
    // Probes reach a server beyond this machine by whatever name it has.
    else if (policy.tokenRequired !== true) requireOwnName(request, policy)
    const { handler, params } = route(request, found)
    const { call } = handler
    const query = readQuery(call, request.url)
    const body = readBody(call, request)
    const cause = findCause(call, request, body)
    // No answer shows a world that is behind its clock.
    instance.host.settle()
    const answer = await handler.run({
      params: params as never,
      query: query as never,
      body: body as never,
      emulator: new Emulator(instance, cause),
      cause,
      site: instance.site,
      request,
      origin: requestOrigin(request),
      prefix: worldPrefix(instance),
    })
    return answer instanceof Raw ? answer.response : json(call.status, answer ?? {})
  } catch (thrown) {
    return refusal(thrown)
  }
}

function toInspector(instance: Instance, { prefix = '' }: WireRequest): WireResponse {
  const location = `${prefix}${worldPrefix(instance)}${CONTROL}/`
  return {
    status: 302,
    headers: ['location', location, 'content-type', 'text/plain; charset=utf-8', 'cache-control', 'no-store'],
    body: `The inspector is at ${location}; the API is below /v1.\n`,
  }
}

function controlPath(url: string): string {
  return url.split('?', 1)[0]!.slice(CONTROL.length).replace(/^\/?/, '/')
}

function route(
  { method, url }: WireRequest,
  match: Match<ControlHandler> | undefined,
): { handler: ControlHandler; params: Readonly<Record<string, string>> } {
  const path = controlPath(url)
  if (match === undefined) {
    const near = nearPath(path, router.paths)
    throw new ControlError(
      'not_found',
      `The control API has no path '${path}'${near === undefined ? '' : `, did you mean '${near}'?`}`,
    )
  }
  if (match.unit === undefined) {
    const allow = match.methods.includes('GET') ? ['HEAD', ...match.methods] : match.methods
    throw new ControlError(
      'method_not_allowed',
      `${path} does not take ${method}; it takes ${match.methods.join(', ')}.`,
      { allow },
    )
  }
  return { handler: match.unit, params: decodedParams(match.params) }
}

function decodedParams(params: Readonly<Record<string, string>>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    throw new ControlError('invalid_request', 'The path holds a broken percent-encoding.')
  }
}

function readQuery({ querySchema }: ControlCall, url: string): unknown {
  const query = new URLSearchParams(url.split('?', 2)[1] ?? '')
  return checked(querySchema, Object.fromEntries(query), 'query')
}

function readBody({ method, path, bodySchema }: ControlCall, request: WireRequest): unknown {
  const { body, tooLarge } = request
  if (tooLarge) throw new ControlError('request_too_large', 'The body is larger than the limit of this call.')
  const isEmpty = body === null || body.length === 0
  const encoding = findHeader(request.headers, 'content-encoding')
  if (encoding !== undefined && !isIdentity(encoding))
    throw new ControlError('unsupported_media_type', encodingText(encoding), { acceptEncoding: 'identity' })
  if (bodySchema === undefined) {
    // Clients that send JSON with every POST send an empty object.
    if (!isEmpty && !/^\s*\{\s*\}\s*$/.test(decoded(body)))
      throw new ControlError(
        'invalid_request',
        `${method} ${path} takes no body; the one that was sent would have no effect.`,
      )
    return undefined
  }
  refuseForms(request)
  return checked(bodySchema, isEmpty ? {} : parse(body), 'body')
}

/** A form of any page can send these three types without asking; JSON cannot be sent so. */
function refuseForms({ headers, body }: WireRequest): void {
  const type = findHeader(headers, 'content-type')
  if (
    type === undefined ||
    body === null ||
    body.length === 0 ||
    /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)
  )
    return
  throw new ControlError(
    'unsupported_media_type',
    `The control API takes application/json; the request said '${type}'${howToSend(type, 'application/json')}.`,
  )
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parse(body: Uint8Array): unknown {
  const text = decoded(body)
  const parts = jsonParts(text)
  if (parts.levels > MAX_LEVELS + LEVELS_AROUND)
    throw new ControlError('invalid_request', 'The body is nested too deeply.')
  const excess = findExcess(parts, text.length)
  if (excess !== undefined) throw new ControlError('request_too_large', `The body holds ${excess}.`)
  return parseJson(text)
}

/** Levels that a state has around the values of its records. */
const LEVELS_AROUND = 10

function decoded(body: Uint8Array): string {
  try {
    return utf8.decode(body)
  } catch {
    throw new ControlError('invalid_request', 'The body is not valid UTF-8.')
  }
}

function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new ControlError('invalid_request', `The body is not valid JSON: ${(error as Error).message}`)
  }
  for (const { path, message } of lostNumbers(text)) {
    const problem = { kind: 'value', path, message } as const
    throw new ControlError('invalid_request', describe(problem), { problems: [problem] })
  }
  return value
}

function checked(schema: v.GenericSchema, value: unknown, part: 'query' | 'body'): unknown {
  const result = boundedParse(schema, value)
  if (result.success) return result.output
  const problems = problemsFrom(result, schema)
  const prefix = part === 'query' ? 'query parameter ' : ''
  const message = problems.map((problem) => `${prefix}${describe(problem)}`).join('; ')
  throw new ControlError('invalid_request', message, part === 'body' ? { problems } : {})
}

/** Where the client reached this server, for the addresses that answers name. */
function requestOrigin({ headers, secure, prefix = '' }: WireRequest): string {
  return `${secure ? 'https' : 'http'}://${findHeader(headers, 'host') ?? '127.0.0.1:4010'}${prefix}`
}

function worldPrefix(instance: Instance): string {
  const id = instance.site.findId(instance)
  return id === undefined ? '' : `/w/${id}`
}

/** Values of any kind that a text may hold, however short it is. */
const MAX_VALUES = 100_000
/** UTF-16 units for each value of a longer text: documents that people and programs write have more. */
const UNITS_PER_VALUE = 8

/** The bound that a text of `length` UTF-16 units exceeds, in words: `an object with more than 10,000 fields`. */
export function findExcess({ containers, values, fields }: JsonParts, length: number): string | undefined {
  const maxValues = Math.max(MAX_VALUES, Math.floor(length / UNITS_PER_VALUE))
  if (containers > MAX_CONTAINERS) return `more than ${MAX_CONTAINERS.toLocaleString('en')} lists and objects`
  if (values > maxValues) return `more than ${maxValues.toLocaleString('en')} values`
  return fields > MAX_FIELDS ? tooManyFields() : undefined
}
