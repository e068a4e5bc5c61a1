/**
 * Places of a scenario, of its result and of other data that hold secrets, whatever their value is: also a key that no
 * world knows, and a step that was not run.
 */
import { isUuid } from '../contract/uuid.ts'
import { isObject } from '../engine/checking/is-object.ts'
import { percentDecoded } from '../engine/checking/percent-decoded.ts'
import { replaceInBase64 } from '../engine/journal/secret-texts.ts'
import { isSecretName, replaceInQuery, replaceNamed } from '../engine/journal/redact.ts'
import type { TableDefinition } from '../engine/world/definition.ts'
import { tables } from '../engine/world/tables/index.ts'
import { shippedFixtures } from '../host/fixtures/shipped.ts'
import { catalog } from '../service/catalog.ts'

/** Replaces a secret. `noun`: what it is. */
export type HideSecret = (secret: string, noun: string) => string

/** Replaces the secrets of a value. `fields`: names of fields that hold secrets here, beside those of any client. */
type SecretPlace = (value: unknown, hide: HideSecret, fields: readonly string[]) => unknown

type SecretPlaces = Readonly<Record<string, SecretPlace>>

/** Tables with secrets, by name. */
export const holders = new Map(
  Object.values<Pick<TableDefinition, 'name' | 'noun' | 'secrets'>>(tables)
    .filter(({ secrets }) => secrets.length > 0)
    .map((definition) => [definition.name, definition]),
)

/** Secrets of a record of a table, with its field. */
export function secretsOfRecord(table: string, record: object): [secret: string, noun: string, field: string][] {
  const { noun, secrets } = holders.get(table) ?? { noun: '', secrets: [] }
  return secrets.flatMap((field): [string, string, string][] => {
    const secret = (record as Readonly<Record<string, unknown>>)[field]
    return typeof secret === 'string' && secret !== '' ? [[secret, noun, field]] : []
  })
}

/** Secrets that the package ships and its pages print, which are none. */
export function shippedSecrets(): Set<string> {
  return new Set(
    Object.values(shippedFixtures()).flatMap(({ records = {} }) =>
      Object.entries(records).flatMap(([table, drafts = []]) =>
        drafts.flatMap((draft) => secretsOfRecord(table, draft).map(([secret]) => secret)),
      ),
    ),
  )
}

const onText =
  (replace: (text: string, hide: HideSecret, fields: readonly string[]) => string): SecretPlace =>
  (value, hide, fields) =>
    typeof value === 'string' ? replace(value, hide, fields) : hideInData(value, hide, fields)

const onEach =
  (place: SecretPlace): SecretPlace =>
  (value, hide, fields) =>
    Array.isArray(value) ? value.map((item) => place(item, hide, fields)) : place(value, hide, fields)

const whole = onText((secret, hide) => hide(secret, 'secret'))

/** Names and values in a text: a command, an address, a line of a transcript. */
function hideInLine(text: string, hide: HideSecret, fields: readonly string[] = []): string {
  const shown = text.replace(/[^\s"'?]*\?[^\s"']+/g, (url) =>
    replaceInQuery(url, (secret) => hide(percentDecoded(secret), 'secret')),
  )
  return replaceNamed(shown, fields, (secret) => hideQuoted(secret, hide))
}

/** A secret with its quotes, if it has some. */
function hideQuoted(text: string, hide: HideSecret): string {
  const [, quote = '', inner = ''] = /^(["']?)(.*)\1$/s.exec(text)!
  const secret = quote === '"' ? unescaped(inner) : inner
  const shown = hide(secret, 'secret')
  return shown === secret ? text : quote + shown + quote
}

function unescaped(inner: string): string {
  try {
    return JSON.parse(`"${inner}"`) as string
  } catch {
    return inner
  }
}

const line = onText(hideInLine)

const caller = onText((secret, hide) => (secret === 'none' ? secret : hide(secret, 'api_key')))

const bytes = onText((base64, hide, fields) => replaceInBase64(base64, (text) => hideInLine(text, hide, fields)))

/** A command line, or its words: a secret is the word behind its flag. */
const command: SecretPlace = (value, hide, fields) =>
  Array.isArray(value)
    ? value.map((word, index) => {
        const flag: unknown = value[index - 1]
        return typeof flag === 'string' && flag.startsWith('-') && isSecretName(flag)
          ? whole(word, hide, fields)
          : line(word, hide, fields)
      })
    : line(value, hide, fields)

/** Shortest text that is typed and may be a secret: not `y`, `yes`, `no`. */
const SHORTEST_TYPED = 6

/** Typed text is a secret if it is one line, or where a line of it is one word: answers to prompts. */
const typed = onText((text, hide, fields) => {
  const isOneLine = !text.trim().includes('\n')
  const isSecret = (each: string): boolean =>
    each.length >= SHORTEST_TYPED && !/^\s*[[{"'<]/.test(each) && (isOneLine || /^\S+$/.test(each))
  return text.replace(/[^\r\n]+/g, (each) => (isSecret(each) ? hide(each, 'secret') : hideInLine(each, hide, fields)))
})

const secretVariable = /(?:^|_)(?:key|pass|pwd|auth|bearer|pat|credentials?)$/i

const variables: SecretPlace = (value, hide, fields) =>
  mapFields(value, (name, inner) =>
    typeof inner === 'string' && (secretVariable.test(name) || isSecretName(name))
      ? named(name, inner, hide)
      : line(inner, hide, fields),
  )

const linesOfEach: SecretPlace = (value, hide, fields) => mapFields(value, (_name, inner) => line(inner, hide, fields))

/** Files by path: their text, or their content as data. */
const files: SecretPlace = (value, hide, fields) =>
  mapFields(value, (_name, file) =>
    isObject(file)
      ? mapFields(file, (part, inner) => (part === 'text' ? line : hideInData)(inner, hide, fields))
      : line(file, hide, fields),
  )

/** Transcript of a step, whose first line names its request. */
const transcript: SecretPlace = (value, hide) => {
  const lines = value as readonly string[]
  const fields = fieldsOfRequest(/^> (.*)/.exec(lines[0] ?? '')?.[1])
  return lines.map((each) => hideInLine(each, hide, fields))
}

/** Places of a step. Every other field of it is data. */
const stepPlaces: SecretPlaces = {
  as: (value, hide, fields) =>
    isObject(value) ? mapFields(value, (_, inner) => caller(inner, hide, fields)) : caller(value, hide, fields),
  name: line,
  http: line,
  headers: (value, hide, fields) => linesOfEach(hideInData(value, hide, fields), hide, fields),
  text: line,
  base64: bytes,
  run: command,
  stdin: typed,
  terminal: onEach((value, hide, fields) =>
    mapFields(value, (name, inner) => (name === 'send' ? typed(inner, hide, fields) : inner)),
  ),
  env: variables,
  beside: onEach((value, hide) => hideAt({ run: command, env: variables }, value, hide, [])),
  files,
}

/** Places of a scenario. Every other field of it is data. */
const scenarioPlaces: SecretPlaces = {
  as: stepPlaces['as']!,
  steps: onEach(hideInStep),
  triggers: onEach((trigger, hide) => hideInData(trigger, hide, fieldsOfTrigger(trigger))),
}

/** Places of a result. Every other field of it is data. */
const resultPlaces: SecretPlaces = {
  steps: onEach((step, hide) => hideAt({ title: line, transcript }, step, hide, [])),
}

/** All places by name, for a test that tries each. */
export const secretPlaces = { scenario: scenarioPlaces, step: stepPlaces, result: resultPlaces }

/** A scenario in which secrets are replaced at their places. */
export function hideInScenario<T>(scenario: T, hide: HideSecret): T {
  return hideAt(scenarioPlaces, scenario, hide, []) as T
}

/** A step in which secrets are replaced at their places. */
export function hideInStep<T>(step: T, hide: HideSecret): T {
  const { http, call } = step as { http?: string; call?: string }
  return hideAt(stepPlaces, step, hide, fieldsOfRequest(http ?? call)) as T
}

/** A result of a replay in which secrets are replaced at their places. */
export function hideInResult<T>(result: T, hide: HideSecret): T {
  return hideAt(resultPlaces, result, hide, []) as T
}

/** Data in which secrets are replaced: fields with the name of one, and records of tables that have some. */
export function hideInData<T>(value: T, hide: HideSecret, fields: readonly string[] = []): T {
  if (Array.isArray(value)) return value.map((item: unknown) => hideInData(item, hide, fields)) as T
  return mapFields(value, (name, inner, holder) => {
    if ((name === 'update' || name === 'delete') && isObject(inner)) return hideInChange(inner, hide, fields)
    const records = holders.get(name) ?? (name === 'match' ? holders.get(String(holder['table'])) : undefined)
    if (records !== undefined) return hideInData(inner, hide, records.secrets)
    const isSecret =
      isSecretName(name) || name === 'bearer' || fields.includes(name) || (name === 'key' && 'key_prefix' in holder)
    return typeof inner === 'string' && isSecret ? named(name, inner, hide) : hideInData(inner, hide, fields)
  }) as T
}

/** A secret with its name; an `Authorization` begins with its scheme. */
function named(name: string, text: string, hide: HideSecret): string {
  const scheme = /authorization$/i.test(name) ? /^(?:\w+ +)?/.exec(text)![0] : ''
  return scheme + hide(text.slice(scheme.length), 'secret')
}

/** A change by table and record, in which a key or a token is referred to by its secret. */
function hideInChange(change: object, hide: HideSecret, fields: readonly string[]): unknown {
  return mapFields(change, (table, inner) => {
    const { noun, secrets } = holders.get(table) ?? { noun: '', secrets: fields }
    const reference = (name: string): string => (/key|token/.test(noun) && !isUuid(name) ? hide(name, noun) : name)
    if (typeof inner === 'string') return reference(inner)
    if (Array.isArray(inner)) return inner.map((each) => (typeof each === 'string' ? reference(each) : each))
    if (!isObject(inner)) return inner
    return Object.fromEntries(
      Object.entries(inner).map(([name, each]) => [reference(name), hideInData(each, hide, secrets)]),
    )
  })
}

function hideAt(places: SecretPlaces, value: unknown, hide: HideSecret, fields: readonly string[]): unknown {
  return mapFields(value, (name, inner) =>
    Object.hasOwn(places, name)
      ? places[name]!(inner, hide, fields)
      : (hideInData({ [name]: inner }, hide, fields) as Record<string, unknown>)[name],
  )
}

/** An object with other values; anything else as it is. */
function mapFields(
  value: unknown,
  map: (name: string, inner: unknown, holder: Readonly<Record<string, unknown>>) => unknown,
): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, map(name, inner, value)]))
}

const withSecrets = catalog.filter(({ secrets }) => secrets.length > 0)

/** Fields with secrets in requests and answers below a path: `value` of `POST /credentials/…`. */
function fieldsOfRequest(request: string | undefined): string[] {
  const [, first] = /^\S+ \/([\w-]+)/.exec(request ?? '') ?? []
  return withSecrets.filter(({ path }) => path.split('/', 2)[1] === first).flatMap(({ secrets }) => [...secrets])
}

function fieldsOfTrigger(trigger: unknown): string[] {
  return fieldsOfRequest((trigger as { when?: { endpoint?: string } }).when?.endpoint)
}
