import { toJavaScript } from '../../../emulator/engine/checking/javascript-text.ts'
import { withoutHidden } from '../../../emulator/engine/checking/printable.ts'
import type { JournalEntry } from '../../../emulator/engine/journal/journal-entry.ts'
import { credentialHeader, type WorldKey } from '../try/keys.ts'

/** A request with all that is needed to send it again. */
export interface Sendable {
  readonly method: string
  /** Path and query below `/v1`, without it. */
  readonly path: string
  readonly body: unknown
  /** Content type of the body; JSON by default. */
  readonly type?: string | undefined
  readonly key: WorldKey | undefined
}

/** Formats a `curl` command. `api` is the address of the API: `http://127.0.0.1:4010/v1`. */
export function asCurl(api: string, { method, path, body, type, key }: Sendable): string {
  const header = key === undefined ? '' : ` -H ${quoted(credentialHeader(key).join(': '))}`
  const json = typeof body !== 'string' && type === undefined
  const content =
    body === null || body === undefined
      ? ''
      : json
        ? ` --json ${quoted(withoutHidden(JSON.stringify(body)))}`
        : ` -H ${quoted(`content-type: ${type ?? 'text/plain'}`)} --data-raw ${quoted(bodyText(body))}`
  // Without -g, curl takes brackets for a list of URLs.
  const whole = /[[\]{}]/.test(path) ? ' -g' : ''
  return `curl -X ${/^[A-Z]+$/.test(method) ? method : quoted(method)}${whole}${header}${content} ${quoted(api + path)}`
}

/** Formats a call of `fetch`. */
export function asFetch(api: string, { method, path, body, type, key }: Sendable): string {
  const hasBody = body !== null && body !== undefined
  const headers = Object.fromEntries([
    ...(key === undefined ? [] : [credentialHeader(key)]),
    ...(hasBody ? [['content-type', type ?? 'application/json']] : []),
  ])
  const lines = [
    `  method: ${toJavaScript(method)},`,
    ...(Object.keys(headers).length === 0 ? [] : [`  headers: ${toJavaScript(headers)},`]),
    ...(hasBody
      ? [`  body: ${typeof body === 'string' ? toJavaScript(body) : `JSON.stringify(${toJavaScript(body)})`},`]
      : []),
  ]
  return `await fetch(${toJavaScript(api + path)}, {\n${lines.join('\n')}\n})`
}

/** Answer that a step expects. */
interface Answer {
  readonly status: number
  readonly error: string | null
}

/** Formats a request and its answer as a scenario step. */
export function asHttpStep({ method, path, body, type, key }: Sendable, answer: Answer | undefined): string {
  return yamlStep({
    http: `${method} ${path}`,
    ...stepCaller(key),
    ...(typeof body === 'string'
      ? { text: body, ...(type !== undefined && { headers: { 'content-type': type } }) }
      : body === null || body === undefined
        ? {}
        : { body }),
    ...(answer !== undefined && {
      expect: { status: answer.status, ...(answer.error !== null && { error: answer.error }) },
    }),
  })
}

/** Formats a socket call as a scenario step. */
export function asCallStep(
  call: string,
  params: unknown,
  key: WorldKey | undefined,
  error: string | null | undefined,
): string {
  return yamlStep({
    call,
    ...stepCaller(key),
    ...(params !== null && typeof params === 'object' && Object.keys(params).length > 0 && { params }),
    ...(error === undefined ? {} : { expect: error === null ? { result: { is: 'object' } } : { error } }),
  })
}

/** The request of an entry, with a key in place of the redacted one. */
export function toSendable({ request, unit, via }: JournalEntry, key: WorldKey | undefined): Sendable {
  if (via === 'socket')
    return { method: 'POST', path: `/${(unit ?? '').replace('.', '/')}`, body: request.body ?? {}, key }
  const { method, url, body, headers } = request
  const type = headers['content-type']
  return {
    method,
    path: url.replace(/^\/v1(?=[/?]|$)/, '') || '/',
    body,
    type: type === undefined || type.startsWith('application/json') ? undefined : type,
    key,
  }
}

function stepCaller(key: WorldKey | undefined): { as: unknown } {
  return { as: key === undefined ? 'none' : key.kind === 'token' ? { bearer: key.secret } : key.secret }
}

/** YAML of one step: one field per line, its value as JSON, which is valid YAML. */
function yamlStep(step: Readonly<Record<string, unknown>>): string {
  return Object.entries(step)
    .map(([name, value], index) => `${index === 0 ? '- ' : '  '}${name}: ${yamlValue(value)}`)
    .join('\n')
}

function yamlValue(value: unknown): string {
  return typeof value === 'string' &&
    /^[A-Za-z][\w./ -]*$/.test(value) &&
    !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(value) &&
    !value.endsWith(' ')
    ? value
    : withoutHidden(JSON.stringify(value))
}

function bodyText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
