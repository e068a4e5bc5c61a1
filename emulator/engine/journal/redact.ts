import { shallowJson } from '../checking/lost-number.ts'
import { percentDecoded } from '../checking/percent-decoded.ts'
import type { JournaledUnit } from './entry.ts'
import type { TableDefinition } from '../world/definition.ts'
import { tables } from '../world/tables/index.ts'

/** Placeholder of a secret in a journal. */
export const REDACTED = '[redacted]'

/** Last word of such names. */
const secretWord = '(?:token|secret|password|passwd|api[-_]?key|authorization|cookie)'
/** Names of headers and query parameters with secrets, of any client: `x-auth-token`, `client_secret`, `password`. */
const secretName = new RegExp(`^(?:.*[-_])?${secretWord}$`, 'i')
const always = ['access_token', 'api_key']
const anySecret = [
  ...always,
  ...Object.values<Pick<TableDefinition, 'secrets'>>(tables).flatMap(({ secrets }) => secrets),
]

/** Body fields that hold secrets. They depend on the unit: a metadata entry has a `key` and a `value`, too. */
function secretFields(unit: JournaledUnit | undefined): readonly string[] {
  // The fields of a request to an unknown endpoint are unknown: hide all that may be secret.
  return unit === undefined ? anySecret : [...always, ...unit.secrets]
}

/** True for a name that is that of a secret in some table or call. */
export function isSecretField(name: string): boolean {
  return anySecret.includes(name.toLowerCase())
}

/**
 * Parses the JSON of a body, or of the parameters of a call, and hides its secrets. Undefined for invalid or too deeply
 * nested JSON. An `api_key` that is a record is searched, not hidden.
 */
export function redactJson(json: string, unit: JournaledUnit | undefined): unknown {
  const value = shallowJson(json)
  hideIn(value, secretFields(unit))
  return value
}

/** Secrets in JSON, as `redactJson` finds them. */
export function secretsInJson(json: string, unit: JournaledUnit | undefined): string[] {
  const names = secretFields(unit)
  const collect = (value: unknown): string[] => {
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, inner]) =>
      typeof inner === 'string' && names.includes(name) ? inner : collect(inner),
    )
  }
  return collect(shallowJson(json))
}

/** Secrets in headers and in the query of a path: keys, tokens, and other credentials. */
export function secretsInHead(url: string, headers: readonly string[]): string[] {
  const sent = headers.flatMap((value, index) => {
    const name = headers[index - 1]?.toLowerCase() ?? ''
    if (index % 2 === 0 || !isSecretName(name)) return []
    return name.endsWith('authorization') ? [value.replace(/^\w+ +/, '')] : [value]
  })
  const query = new URLSearchParams(url.split('?', 2)[1] ?? '')
  return [...sent, ...Array.from(query).flatMap(([name, value]) => (isSecretParameter(name) ? value : []))]
}

/** Hides secrets in place: the value is not shared, and copying 80,000 fields would dominate the cost. */
function hideIn(value: unknown, secret: readonly string[]): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) for (const item of value) hideIn(item, secret)
  else for (const field of Object.keys(value)) hideField(value as Record<string, unknown>, field, secret)
}

function hideField(holder: Record<string, unknown>, field: string, secret: readonly string[]): void {
  const inner = holder[field]
  if (typeof inner === 'object') hideIn(inner, secret)
  else if (secret.includes(field) && (typeof inner === 'string' || typeof inner === 'number')) holder[field] = REDACTED
}

/** Hides the values of secret fields in invalid JSON, as far as they can be recognized. */
export function redactText(text: string, unit: JournaledUnit | undefined): string {
  const name = `\\b(?:${secretFields(unit).join('|')})\\b`
  return text.replace(new RegExp(`(["']?${name}["']?\\s*[:=]\\s*)${namedValue}`, 'gi'), `$1${REDACTED}`)
}

/** A value behind its name: in quotes, or up to what ends it in JSON, a query, a command line. */
const namedValue = `("(?:[^"\\\\]|\\\\.)*"?|'[^']*'?|[^\\s,;&}"']+)`
const scheme = '(?:(?:Bearer|Basic|Token) +)?'

/**
 * Replaces the secrets that a text names: `"token": "x"`, `x-api-key: x`, `SVC_API_KEY=x`, `--api-key x`,
 * `//user:x@host`. `fields`: further names of secrets. `replace` is given a secret with its quotes.
 */
export function replaceNamed(text: string, fields: readonly string[], replace: (secret: string) => string): string {
  const name = `(?<![\\w-])(?:(?:[\\w-]*[-_])?${secretWord}|${[...always, ...fields].join('|')})`
  const named = new RegExp(
    `((?:(?=-)${name}\\s+|${name}["']?\\s*[:=]\\s*)${scheme})(?![[{]|null|true|false)${namedValue}`,
    'gi',
  )
  const put = (_all: string, head: string, secret: string) => head + replace(secret)
  return text.replace(named, put).replace(/(\/\/[^\s/:@"']*:)([^\s/@"']+)(?=@)/g, put)
}

/** Hides secrets in the query of a path. */
export function redactUrl(url: string): string {
  return replaceInQuery(url, () => REDACTED)
}

/** Replaces secrets in the query of a path; `replace` is given them as they are written. */
export function replaceInQuery(url: string, replace: (secret: string) => string): string {
  const start = url.indexOf('?')
  if (start < 0) return url
  const query = url
    .slice(start + 1)
    .split('&')
    .map((pair) => {
      const [name = '', secret = ''] = pair.split(/=(.*)/s)
      return isSecretParameter(name) ? `${name}=${replace(secret)}` : pair
    })
  return `${url.slice(0, start)}?${query.join('&')}`
}

function isSecretParameter(name: string): boolean {
  return isSecretName(percentDecoded(name.replaceAll('+', ' ')))
}

/** True for a name of a secret of any client, such as that of a header, a parameter or a variable. */
export function isSecretName(name: string): boolean {
  return secretName.test(name)
}

/** Headers by lower-case name; repeated ones are joined. */
export function redactHeaders(headers: readonly string[], unit: JournaledUnit | undefined): Record<string, string> {
  const shown = new Map<string, string>()
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i]!.toLowerCase()
    const value = headerValue(name, headers[i + 1]!, unit)
    shown.set(name, shown.has(name) ? `${shown.get(name)}, ${value}` : value)
  }
  return Object.fromEntries(shown)
}

function headerValue(name: string, value: string, unit: JournaledUnit | undefined): string {
  if (!isSecretName(name)) return name.endsWith('-body') ? redactText(value, unit) : value
  const scheme = name === 'authorization' ? /^(\w+) +\S/.exec(value)?.[1] : undefined
  return scheme === undefined ? REDACTED : `${scheme} ${REDACTED}`
}
