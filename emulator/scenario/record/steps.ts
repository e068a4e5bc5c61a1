/** Converts exchanges into steps. */
import { durationText } from './duration-text.ts'
import type { CallOutcome, HttpOutcome } from '../outcome.ts'
import type { CallStep, Caller, ChangeStep, HttpStep, Step } from '../schema-steps.ts'
import { isForm, type CallExchange, type ChangeExchange, type Happening, type HttpExchange } from './exchange.ts'
import { callExpectation, callVerdict, httpExpectation, httpVerdict } from './expectation.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { nameCaller } from './key-names.ts'
import { losesNumber, shallowJson } from '../../engine/checking/lost-number.ts'
import { readOutcome, type Values } from './values.ts'

/** `verdict`: status and error. */
export type Expects = 'content' | 'verdict'

/** Returns a function that converts exchanges, in order, into steps. A step has `as` only if the caller changes. */
export function stepMaker(values: Values, expects: Expects): (exchange: Happening, index: number) => Step {
  let last: string | undefined
  return (exchange, index) => {
    if (exchange.kind === 'clock') return { clock: { advance: durationText(exchange.milliseconds) } }
    if (exchange.kind === 'change') return changeStep(exchange, values, index)
    const as = nameCaller(exchange.caller, (secret) => String(values.written(secret, index)))
    const changed = JSON.stringify(as) !== last
    last = JSON.stringify(as)
    const save = values.savedBy(index)
    const common = { ...(changed && { as }), ...(Object.keys(save).length > 0 && { save }) }
    const step =
      exchange.kind === 'http' ? httpStep(exchange, common, values, index) : callStep(exchange, common, values, index)
    return expects === 'content' ? step : withVerdict(step, exchange)
  }
}

/** The step, with an expectation of status and error alone; with none if there was no answer. */
function withVerdict({ expect: _content, ...step }: HttpStep | CallStep, exchange: HttpExchange | CallExchange): Step {
  const outcome = readOutcome(exchange)
  const expect = exchange.kind === 'http' ? httpVerdict(outcome as HttpOutcome) : callVerdict(outcome as CallOutcome)
  return (expect === undefined ? step : { ...step, expect }) as Step
}

function changeStep({ changes }: ChangeExchange, values: Values, index: number): ChangeStep {
  const [first, ...others] = changes.map((change) => values.writtenChange(change, index))
  return { change: others.length === 0 ? first! : [first!, ...others] }
}

interface Common {
  as?: Caller
  save?: Record<string, string>
}

function httpStep(exchange: HttpExchange, { as, save }: Common, values: Values, index: number): HttpStep {
  const { method, path } = exchange
  const { 'content-type': type, ...others } = exchange.headers
  const body = recordBody(exchange, values, index)
  const fits =
    type === undefined ||
    type === ('base64' in body ? 'application/octet-stream' : 'application/json') ||
    ('body' in body && isJson(type))
  const headers = { ...(fits ? {} : { 'content-type': type }), ...others }
  const written = Object.entries(headers).map(([name, header]) => [name, writtenHeader(header, values, index)])
  return {
    http: `${method} ${values.writtenPath(path, index)}`,
    ...(as !== undefined && { as }),
    ...(written.length > 0 && { headers: Object.fromEntries(written) as Record<string, string> }),
    ...body,
    expect: httpExpectation(readOutcome(exchange) as HttpOutcome, values, index),
    ...(save && { save }),
  }
}

function callStep(exchange: CallExchange, { as, save }: Common, values: Values, index: number): CallStep {
  const { method, params } = exchange
  return {
    call: method,
    ...(as !== undefined && { as }),
    ...(Object.keys(params).length > 0 && { params: values.written(params, index) as Record<string, unknown> }),
    expect: callExpectation(readOutcome(exchange) as CallOutcome, values, index),
    ...(save && { save }),
  }
}

function isJson(type: string): boolean {
  return /^application\/json\s*(?:;|$)/i.test(type)
}

function recordBody(
  { body, headers, path }: HttpExchange,
  values: Values,
  index: number,
): Pick<HttpStep, 'body' | 'text' | 'base64'> {
  if (body.length === 0) return {}
  const text = decodeText(body)
  if (text === undefined || headers['content-type'] === 'application/octet-stream') return { base64: base64Of(body) }
  const json = isJson(headers['content-type'] ?? 'application/json') ? shallowJson(text) : undefined
  if (isForm(headers)) return { text: values.writtenPath(text, index) }
  if (json === undefined || (!isCredential(path) && losesNumber(text)))
    return { text: String(values.written(text, index)) }
  return { body: hidden(values.written(json, index), path) }
}

function isCredential(path: string): boolean {
  return path.startsWith('/credentials/')
}

/** Hides the value of a stored credential, which may be an object. */
function hidden(body: unknown, path: string): unknown {
  return isCredential(path) && isObject(body) && 'value' in body ? { ...body, value: 'not-recorded' } : body
}

/** A header with variables and names of keys, also inside JSON such as that of `X-Request-Body`. */
function writtenHeader(header: string, values: Values, index: number): string {
  const json = shallowJson(header)
  return isObject(json) ? JSON.stringify(values.written(json, index)) : String(values.written(header, index))
}

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += 0x8000)
    text += String.fromCharCode(...bytes.subarray(start, start + 0x8000))
  return btoa(text)
}
