import type { Edit } from '../../contract/mutation.ts'
import type { Exchange } from '../../engine/kernel/exchange.ts'
import { NO_ID } from '../../engine/kernel/realtime/json-rpc.ts'
import { asciiJson } from '../../engine/kernel/unit/binary.ts'
import { findHeader } from '../../engine/kernel/wire.ts'
import type { Fields, MutableFields } from '../../engine/checking/is-object.ts'

const ENVELOPE_HEADER = 'x-response-body'

/** JSON of an answer, from its body or the header that carries the envelope; undefined if it has none. */
export function readJson({ response }: Exchange): MutableFields | undefined {
  const text = findHeader(response!.headers, ENVELOPE_HEADER) ?? response!.body
  if (typeof text !== 'string' || !text.trimStart().startsWith('{')) return undefined
  return JSON.parse(text) as MutableFields
}

/** Replaces the JSON of an answer. */
export function putJson(exchange: Exchange, json: MutableFields): void {
  const { response } = exchange
  const place = response!.headers.findIndex((word, n) => n % 2 === 0 && word.toLowerCase() === ENVELOPE_HEADER)
  exchange.response =
    place < 0
      ? { ...response!, body: jsonText(exchange, json) }
      : { ...response!, headers: response!.headers.with(place + 1, asciiJson(json)) }
}

/** Writes the JSON of an answer. The id of a call, unless it was edited, stays as it was written. */
function jsonText({ call }: Exchange, { id, ...fields }: MutableFields): string {
  const written = call?.id ?? NO_ID
  if (call === undefined || id !== JSON.parse(written)) return JSON.stringify({ ...fields, id })
  return `${JSON.stringify(fields).slice(0, -1)},"id":${written}}`
}

/** Edits the fields of an answer on any transport. */
export function editAnswer(exchange: Exchange, edits: readonly Edit[]): void {
  const json = readJson(exchange)
  if (json === undefined) return
  for (const edit of edits) {
    const paths = resolvePaths(exchange, edit)
    for (const path of paths) applyEdit(json, path, edit, paths.length > 1)
  }
  putJson(exchange, json)
}

/**
 * Paths of envelope fields in the JSON of an answer: on a socket they are in `result`, or in `error` and its `data`.
 */
function resolvePaths(exchange: Exchange, { path }: Edit): string[] {
  const items = exchange.unit?.page?.items ?? '@none'
  const paths = path.split('|').map((each) => each.trim().replace('@items', items))
  if (exchange.via === 'http') return paths
  return paths.map((each) => {
    if (exchange.failure === undefined) return `result.${each}`
    return each === 'message' ? 'error.message' : `error.data.${each}`
  })
}

/**
 * Applies an edit at all places that match a path. Missing fields are left alone; `set` adds them to existing objects,
 * unless the path is one of several (`isOneOf`).
 */
export function applyEdit(json: MutableFields, path: string, edit: Edit, isOneOf = false): void {
  const steps = path.split('.')
  const last = steps.pop()!
  for (const holder of holders(json, steps)) if (!isOneOf || Object.hasOwn(holder, last)) change(holder, last, edit)
}

function holders(value: unknown, steps: readonly string[]): MutableFields[] {
  if (typeof value !== 'object' || value === null) return []
  const [step, ...rest] = steps
  if (step === undefined) return Array.isArray(value) ? [] : [value as MutableFields]
  if (step === '*') return Object.values(value).flatMap((each) => holders(each, rest))
  return holders((value as MutableFields)[step], rest)
}

function change(holder: MutableFields, name: string, edit: Edit): void {
  const there = Object.hasOwn(holder, name)
  if (edit.op === 'set') holder[name] = edit.to
  else if (edit.op === 'copy') holder[name] = holder[edit.from]
  else if (edit.op === 'add') holder[name] ??= edit.to
  else if (!there) return
  else if (edit.op === 'omit') delete holder[name]
  else if (edit.op === 'replace') {
    if (edit.from.includes(holder[name])) holder[name] = edit.to
  } else if (edit.op === 'rename') {
    holder[edit.to] = holder[name]
    delete holder[name]
  } else if (Array.isArray(holder[name])) holder[name] = reordered(holder[name] as unknown[], edit.how)
}

function reordered(items: readonly unknown[], how: Extract<Edit, { op: 'list' }>['how']): unknown[] {
  if (typeof how === 'number') return items.slice(0, how)
  if (typeof how === 'object') return items.filter((item) => !holdsValues(item as MutableFields, how.without))
  if (how === 'reverse') return [...items].reverse()
  if (how === 'drop-first') return items.slice(1)
  if (how === 'drop-last') return items.slice(0, -1)
  return how === 'empty' ? [] : [...items, ...items.slice(-1)]
}

function holdsValues(item: Fields, values: Fields): boolean {
  return Object.entries(values).every(([name, value]) => item[name] === value)
}
