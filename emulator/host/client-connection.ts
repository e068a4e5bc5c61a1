import { EmulatorError } from '../engine/checking/emulator-error.ts'
import { isObject } from '../engine/checking/is-object.ts'
import { aFunction, aText, checkOptions, required, type OptionKinds } from '../engine/checking/options.ts'
import { valueText } from '../engine/checking/problems.ts'
import type { Connection } from '../engine/kernel/realtime/connection.ts'

/** Headers in each form that programs have: those of Fetch, pairs, an object, or names and values in turn. */
export type ClientHeaders =
  | Headers
  | readonly (readonly [name: string, value: string])[]
  | Readonly<Record<string, string>>
  | readonly string[]

/** Socket as its opener offers it to `emulator.connect`. */
export interface ClientConnection extends Omit<Connection, 'headers'> {
  /** Headers of the upgrade. */
  readonly headers?: ClientHeaders
}

const needed: OptionKinds<Pick<Connection, 'url' | 'send' | 'close'>> = {
  url: required({ ...aText, expected: "the URL of the upgrade, or its path and query ('/v1/realtime')" }),
  send: required(aFunction),
  close: required(aFunction),
}

/**
 * Names and values in turn of the headers of a connection. Throws `EmulatorError` for one that lacks its URL, `send` or
 * `close`, or has headers of another form.
 */
export function checkConnection(connection: ClientConnection | undefined): readonly string[] {
  const { url, send, close, headers = [] } = connection ?? ({} as ClientConnection)
  checkOptions('connect', { url, send, close }, needed)
  return listHeaders(headers)
}

function listHeaders(headers: ClientHeaders): readonly string[] {
  const entries = entriesIn(headers)
  const isPair = (entry: unknown) =>
    Array.isArray(entry) && entry.length === 2 && entry.every((each) => typeof each === 'string')
  if (entries?.every(isPair) === true) return entries.flat() as string[]
  throw new EmulatorError(
    `headers: connect: expected Headers, pairs, an object of texts, or names and values in turn, got ${valueText(headers)}`,
  )
}

/** Names with their values; undefined for what has neither. */
function entriesIn(headers: unknown): readonly unknown[] | undefined {
  if (Array.isArray(headers)) {
    const list = headers as readonly unknown[]
    if (!list.every((each) => typeof each === 'string')) return list
    return list.length % 2 === 0 ? list.flatMap((name, i) => (i % 2 === 0 ? [[name, list[i + 1]]] : [])) : undefined
  }
  if (!isObject(headers)) return undefined
  // Headers of another library or realm are iterable as well.
  return Symbol.iterator in headers ? [...(headers as Iterable<unknown>)] : Object.entries(headers)
}
