import type { Edit } from '../../contract/mutation.ts'
import type { Exchange } from '../../engine/kernel/exchange.ts'
import { headerOf } from '../../engine/kernel/wire.ts'

export type Json = Record<string, unknown>

const ENVELOPE_HEADER = 'x-response-body'

/** The JSON of an answer: its body, or the header that carries the envelope. Undefined where it has none. */
export function jsonOf({ response }: Exchange): Json | undefined {
  const text = headerOf(response!.headers, ENVELOPE_HEADER) ?? response!.body
  if (typeof text !== 'string' || !text.trimStart().startsWith('{')) return undefined
  return JSON.parse(text) as Json
}

/** Puts other JSON in its place. */
export function putJson(exchange: Exchange, json: Json): void {
  const { response } = exchange
  const text = JSON.stringify(json)
  const place = response!.headers.findIndex((word, n) => n % 2 === 0 && word.toLowerCase() === ENVELOPE_HEADER)
  exchange.response =
    place < 0
      ? { ...response!, body: text }
      : { ...response!, headers: response!.headers.map((word, n) => (n === place + 1 ? text : word)) }
}

/** Edits the fields of an answer, wherever its transport carries them. */
export function editAnswer(exchange: Exchange, edits: readonly Edit[]): void {
  const json = jsonOf(exchange)
  if (json === undefined) return
  for (const edit of edits) for (const path of pathsOf(exchange, edit)) apply(json, path, edit)
  putJson(exchange, json)
}

/** Where the fields of the envelope stand in the JSON of an answer: a socket has them in `result`, or in `error` and its `data`. */
function pathsOf(exchange: Exchange, { path }: Edit): string[] {
  const items = exchange.unit?.page?.items ?? '@none'
  const paths = path.split('|').map((each) => each.trim().replace('@items', items))
  if (exchange.via === 'http') return paths
  return paths.map((each) => {
    if (exchange.failure === undefined) return `result.${each}`
    return each === 'message' ? 'error.message' : `error.data.${each}`
  })
}

/** Applies an edit to every place that a path means; one that is not there is left alone, but for `set` on an object that is. */
export function apply(json: Json, path: string, edit: Edit): void {
  const steps = path.split('.')
  const last = steps.pop()!
  for (const holder of holders(json, steps)) change(holder, last, edit)
}

function holders(value: unknown, steps: readonly string[]): Json[] {
  if (typeof value !== 'object' || value === null) return []
  const [step, ...rest] = steps
  if (step === undefined) return Array.isArray(value) ? [] : [value as Json]
  if (step === '*') return Object.values(value).flatMap((each) => holders(each, rest))
  return holders((value as Json)[step], rest)
}

function change(holder: Json, name: string, edit: Edit): void {
  const there = Object.hasOwn(holder, name)
  if (edit.op === 'set') holder[name] = edit.to
  else if (edit.op === 'copy') holder[name] = holder[edit.from]
  else if (!there) return
  else if (edit.op === 'omit') delete holder[name]
  else if (edit.op === 'rename') {
    holder[edit.to] = holder[name]
    delete holder[name]
  } else if (Array.isArray(holder[name])) holder[name] = reordered(holder[name] as unknown[], edit.how)
}

function reordered(items: readonly unknown[], how: Extract<Edit, { op: 'list' }>['how']): unknown[] {
  if (typeof how === 'number') return items.slice(0, how)
  if (how === 'reverse') return [...items].reverse()
  if (how === 'drop-first') return items.slice(1)
  if (how === 'drop-last') return items.slice(0, -1)
  return how === 'empty' ? [] : [...items, ...items.slice(-1)]
}
