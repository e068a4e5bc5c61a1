import { rpcErrors } from '../../../contract/rpc-errors.ts'
import { isObject } from '../../checking/is-object.ts'
import { hasDoubledKey } from '../../checking/doubled-keys.ts'
import { jsonParts, type JsonParts } from '../../checking/json-parts.ts'
import { childrenAt, skipSpace, valueText } from '../../checking/json-scan.ts'
import { lostNumbers, parseAsWritten, type LostNumber } from '../../checking/lost-number.ts'

/** Protocol of JSON-RPC 2.0: messages in, answers out, without any method. */

/** Id of a call as JSON text: it comes back as it was written, digit for digit. */
export type RpcId = string

/** Id of an answer to what has none. */
export const NO_ID: RpcId = 'null'

export interface RpcCall {
  readonly method: string
  readonly params: unknown
  /** Undefined for a notification, which is never answered. A call with the id `null` is answered. */
  readonly id: RpcId | undefined
  /** First number of the parameters that cannot be kept as it was sent; its path begins in `params`. */
  readonly lost?: LostNumber
  /** Number of answers of the batch that it belongs to. */
  readonly batched?: number
  /** True for a call that arrived together with one before it. */
  readonly joined?: boolean
  /** True where a key comes twice in one of its objects. */
  readonly doubled?: true
}

export interface RpcError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** Answers to a message: one, or one for each entry of a batch. */
export interface Replies<A> {
  readonly batch: boolean
  readonly answers: readonly A[]
}

/** Answerer of the calls of a message. `parts` counts the whole message. */
export interface Answering<A> {
  /** Number of calls that one batch may hold. */
  readonly batchCalls: number
  /** Checks that parameters that are null are none (an alternative to A-402). */
  takesNull(): boolean
  run(call: RpcCall, parts: JsonParts): A
  /** Answers a message, or an entry of a batch, that is no call; `id` is `NO_ID` where it has none. */
  refuse(id: RpcId, error: RpcError): A
}

/** Answers the calls of a message in order. */
export function reply<A>(text: string, answering: Answering<A>): Replies<A> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { batch: false, answers: [answering.refuse(NO_ID, rpcErrors.parse_error)] }
  }
  const parts = jsonParts(text)
  const lost = [...lostNumbers(text)]
  const written = parseAsWritten(text)
  const batched = Array.isArray(value) ? value.filter(isAnswered).length : undefined
  const answerAt = (entry: unknown, start: number, place: readonly number[]) =>
    answerOne(readEntry(entry, text, start, batched, answering), lostParam(lost, place, written), parts, answering)
  const start = skipSpace(text, 0)
  if (!Array.isArray(value)) return { batch: false, answers: [answerAt(value, start, [])] }
  if (value.length > 0 && value.length <= answering.batchCalls)
    return {
      batch: true,
      answers: [...childrenAt(text, start)].map((child, n) => answerAt(value[n], child.value, [n])),
    }
  return {
    batch: false,
    answers: [
      answering.refuse(
        NO_ID,
        value.length === 0 ? rpcErrors.invalid_request : tooMany(answering.batchCalls, value.length),
      ),
    ],
  }
}

/** Message, or entry of a batch; `call` is undefined for one that is no call. */
interface Entry {
  readonly id: RpcId | undefined
  readonly call: RpcCall | undefined
}

function answerOne<A>({ id, call }: Entry, lost: LostParam | undefined, parts: JsonParts, answering: Answering<A>): A {
  return call === undefined
    ? answering.refuse(id ?? NO_ID, rpcErrors.invalid_request)
    : answering.run(lost === undefined ? call : { ...call, ...lost }, parts)
}

type LostParam = Pick<RpcCall, 'lost' | 'params'>

/** First of the lost numbers that lies in the parameters of the call at `place`, and these as they were written. */
function lostParam(lost: readonly LostNumber[], place: readonly number[], written: unknown): LostParam | undefined {
  const start = [...place, 'params']
  const found = lost.find(({ path }) => start.every((step, n) => path[n] === step))
  if (found === undefined) return undefined
  const entry = place.reduce<unknown>((list, n) => (list as readonly unknown[])[n], written)
  return { lost: { ...found, path: found.path.slice(start.length) }, params: (entry as RpcCall).params }
}

function tooMany(max: number, current: number): RpcError {
  return {
    ...rpcErrors.invalid_request,
    data: { error: 'limit_exceeded', limit: { name: 'batch_calls', max, current } },
  }
}

type Reading = Pick<Answering<unknown>, 'takesNull'>

/** Reads the entry whose text starts at `start`. */
function readEntry(value: unknown, text: string, start: number, batched: number | undefined, reading: Reading): Entry {
  const { jsonrpc, method, params, id: given } = (value ?? {}) as Record<string, unknown>
  const id = isId(given) ? writtenId(text, start) : undefined
  const isCall =
    jsonrpc === '2.0' &&
    typeof method === 'string' &&
    (given === undefined ? isStructured(params) || (params === null && reading.takesNull()) : id !== undefined)
  if (!isCall) return { id, call: undefined }
  const doubled = hasDoubledKey(valueText(text, start), value)
  return {
    id,
    call: { method, params, id, ...(doubled && { doubled }), ...(batched !== undefined && { batched }) },
  }
}

/** Checks that an entry of a batch is no notification. */
function isAnswered(entry: unknown): boolean {
  return !isObject(entry) || entry['id'] !== undefined || typeof entry['method'] !== 'string'
}

function isId(id: unknown): boolean {
  return typeof id === 'string' || typeof id === 'number' || id === null
}

/** Finds the text of the id of the object that starts at `start`. Of a key that comes twice, the last one counts. */
function writtenId(text: string, start: number): RpcId {
  return valueText(text, [...childrenAt(text, start)].findLast(({ name }) => name === 'id')!.value)
}

/** Checks parameters: left out, an object or an array. */
function isStructured(params: unknown): boolean {
  return params === undefined || (typeof params === 'object' && params !== null)
}

export function resultText(id: RpcId, result: unknown): string {
  return `{"jsonrpc":"2.0","result":${JSON.stringify(result)},"id":${id}}`
}

export function errorText(id: RpcId, { code, message, data }: RpcError): string {
  return `{"jsonrpc":"2.0","error":${JSON.stringify({ code, message, data })},"id":${id}}`
}

/** Joins the answers of a batch; undefined for none, because then nothing is sent. */
export function batchText(answers: readonly string[]): string | undefined {
  return answers.length === 0 ? undefined : `[${answers.join(',')}]`
}
