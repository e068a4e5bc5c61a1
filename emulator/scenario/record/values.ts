/** Finds the values of requests that come from earlier answers, and replaces them by variables. */
import type { Change } from '../../engine/matching/schema-common.ts'
import { shallowJson } from '../../engine/checking/lost-number.ts'
import { digest } from '../../engine/kernel/cursor.ts'
import { percentDecoded } from '../../engine/checking/percent-decoded.ts'
import { httpOutcome, callOutcome } from '../outcome.ts'
import { builtIn } from '../../engine/matching/variables.ts'
import { findSecret, type CallExchange, type ChangeExchange, type Happening, type HttpExchange } from './exchange.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { isUuid } from '../../contract/uuid.ts'
import { eachText, isCursorField, isDrawn, replaceUuids, uuidsIn } from './fields.ts'

interface ValueOrigin {
  readonly step: number
  readonly path: readonly (string | number)[]
}

export class Values {
  /** Values of the server, and where each was first answered. */
  readonly #origins = new Map<string, ValueOrigin>()
  /** Digests of all texts in requests; the texts themselves would take as much memory as the journal. */
  readonly #used = new Set<string>()
  /** Digests of values that were in a request before any answer had them. */
  readonly #given = new Set<string>()
  readonly #names = new Map<string, string>()
  /** Index of a step -> its `save`: variables with their paths. */
  readonly #saved = new Map<number, Record<string, string>>()
  readonly #taken = new Set<string>(builtIn)
  #replacements: ReadonlyMap<string, string> = new Map()

  /** Text that replaces each secret. */
  set replacements(replacements: ReadonlyMap<string, string>) {
    this.#replacements = replacements
  }

  /** Reads a request. Read all requests before the first `note`, which keeps only answers that a request uses. */
  noteRequest(exchange: Happening): void {
    if (exchange.kind === 'clock') return
    for (const text of listTexts(exchange)) this.#used.add(digest(text))
  }

  /** Reads a request and its answer. Call it for all exchanges, in order, before any `written…`. */
  note(exchange: Happening, index: number): void {
    if (exchange.kind === 'clock') return
    this.#noteUses(listTexts(exchange))
    if (exchange.kind !== 'change') this.#noteOrigins(readOutcome(exchange), index)
  }

  /** The `save` of a step. */
  savedBy(step: number): Record<string, string> {
    return this.#saved.get(step) ?? {}
  }

  /** The variable that holds a value when a step begins. */
  variable(value: string, step: number): string | undefined {
    const origin = this.#origins.get(value)
    return origin !== undefined && origin.step < step ? this.#names.get(value) : undefined
  }

  /** True if a request had the value before any answer. */
  isGiven(value: string): boolean {
    return this.#given.has(digest(value))
  }

  holdsSecret(text: string): boolean {
    for (const secret of this.#replacements.keys())
      if (text === secret || (secret.length >= 8 && text.includes(secret))) return true
    return false
  }

  /** A value of a request as text of a step: with variables for values from earlier answers, and names for secrets. */
  written(value: unknown, step: number): unknown {
    if (typeof value === 'string') return this.#writtenText(value, step)
    if (Array.isArray(value)) return value.map((item) => this.written(item, step))
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [escaped(name), this.written(item, step)]))
  }

  /** A change of the world as text of a step. Updated records are names of fields there. */
  writtenChange(change: Change, step: number): Change {
    if (!('update' in change)) return this.written(change, step) as Change
    const tables = Object.entries(change.update).map(([table, records]) => [
      table,
      Object.fromEntries(
        Object.entries(records as object).map(([reference, fields]) => [
          this.written(reference, step),
          this.written(fields, step),
        ]),
      ),
    ])
    return { update: Object.fromEntries(tables) as never }
  }

  /** A path with its query as text of a step, each segment by itself. */
  writtenPath(path: string, step: number): string {
    return path
      .split(/([/?&=])/)
      .map((part) => {
        const plain = percentDecoded(part)
        const written = this.#writtenText(plain, step)
        return written === escaped(plain) ? escaped(part) : written
      })
      .join('')
  }

  #writtenText(text: string, step: number): string {
    const whole = this.variable(text, step)
    if (whole !== undefined) return `\${${whole}}`
    const replacement = this.#replacements.get(text)
    if (replacement !== undefined) return replacement
    let written = escaped(text)
    for (const [secret, name] of this.#replacements)
      written =
        secret.length >= 8
          ? written.replaceAll(secret, name)
          : written.replaceAll(JSON.stringify(secret), JSON.stringify(name))
    return replaceUuids(written, (id) => {
      const name = this.variable(id, step)
      return name === undefined ? id : `\${${name}}`
    })
  }

  #noteUses(texts: readonly string[]): void {
    for (const text of texts) {
      const origin = this.#origins.get(text)
      if (origin !== undefined) this.#name(text, origin)
      else this.#given.add(digest(text))
    }
  }

  #noteOrigins(outcome: unknown, step: number): void {
    eachText(outcome, (text, path, holder) => {
      // `text` has the body again, unparsed.
      if (path[0] === 'text' || path[0] === 'headers' || text === '') return
      if (!isDrawn(text, path.at(-1), holder)) return
      const key = digest(text)
      if (!this.#used.has(key) || this.#given.has(key)) return
      // A page has the id of its last record twice. The cursor is saved, not the id of the item.
      const known = this.#origins.get(text)
      if (known !== undefined && (known.step < step || !isCursorField(path.at(-1)))) return
      this.#origins.set(text, { step, path })
    })
  }

  #name(value: string, { step, path }: ValueOrigin): void {
    if (this.#names.has(value)) return
    const base = nameFor(path)
    let name = base
    for (let number = 2; this.#taken.has(name); number++) name = `${base}_${number}`
    this.#taken.add(name)
    this.#names.set(value, name)
    this.#saved.set(step, { ...this.#saved.get(step), [name]: formatPath(path) })
  }
}

/** The outcome that `save` and `expect` refer to. */
export function readOutcome(exchange: HttpExchange | CallExchange): unknown {
  if (exchange.kind === 'http') return httpOutcome(exchange.answer)
  return callOutcome({ ...exchange.answer, answers: 1, strays: 0, close: undefined, arrival: 0 })
}

/** All texts of a request that may come from an earlier answer. */
function listTexts(exchange: HttpExchange | CallExchange | ChangeExchange): string[] {
  const texts: string[] = []
  const add = (value: unknown): void =>
    eachText(value, (text) => texts.push(text, ...(isUuid(text) ? [] : uuidsIn(text))))
  if (exchange.kind === 'change') {
    add(exchange.changes)
    add(exchange.changes.flatMap(listUpdated))
    return texts
  }
  const secret = findSecret(exchange.caller)
  if (secret !== undefined) texts.push(secret)
  if (exchange.kind === 'call') add(exchange.params)
  else {
    add(exchange.path.split(/[/?&=]/).map(percentDecoded))
    add(Object.values(exchange.headers).map((header) => shallowJson(header) ?? header))
    const body = new TextDecoder().decode(exchange.body)
    add(shallowJson(body) ?? body)
  }
  return texts
}

/** Ids or aliases of the records that a change updates. */
function listUpdated(change: Change): string[] {
  return 'update' in change ? Object.values(change.update).flatMap((records) => Object.keys(records ?? {})) : []
}

/** Name of a variable: `org_id` for `body.org.id`, `blob_id` for `body.blobs[0].id`, else the name of the field. */
function nameFor(path: readonly (string | number)[]): string {
  const words = path.filter((part): part is string => typeof part === 'string')
  const field = words.at(-1) ?? 'value'
  const holder = words.length > 2 ? words.at(-2)!.replace(/ies$/, 'y').replace(/s$/, '') : undefined
  const name = holder !== undefined && (field === 'id' || field === 'key') ? `${holder}_${field}` : field
  return name.replace(/\W/g, '_').replace(/^(?=\d)/, '_')
}

function formatPath(path: readonly (string | number)[]): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`
      return /^[A-Za-z_$][\w$-]*$/.test(part) ? `${index === 0 ? '' : '.'}${part}` : `["${part}"]`
    })
    .join('')
}

/** Escapes a text so that nothing in it is read as a variable. */
export function escaped(text: string): string {
  return text.replace(/\$(?=\{[^}]*\})/g, '$$$$')
}
