import { type Fields, isObject } from '../../engine/checking/is-object.ts'
import { losesNumber, shallowJson } from '../../engine/checking/lost-number.ts'
import { AUTHENTICATE } from '../../engine/kernel/realtime/rpc.ts'
import { catalog } from '../../service/catalog.ts'
import { authenticatedCaller, socketCaller, type CallExchange } from '../record/exchange.ts'
import type { ArchiveEntry } from './entry.ts'
import type { LeftOutCount } from './left-out.ts'

const commands: ReadonlySet<unknown> = new Set(catalog.flatMap(({ id, kind }) => (kind === 'command' ? [id] : [])))
/** Opcode of a text frame. */
const TEXT = 1

/** Counts the calls of commands on a socket. */
export function countCalls({ messages }: Pick<ArchiveEntry, 'messages'>): number {
  return listFrames(messages, 'send').filter((frame) => isObject(frame) && commands.has(frame['method'])).length
}

/**
 * Calls on a socket with their answers, matched by id, or by order if a call has none. Counts messages that are no
 * calls.
 */
export function readCalls({ url, sent, messages }: ArchiveEntry, counts: LeftOutCount): CallExchange[] {
  if (messages.length === 0) return counts.add('requests', 'which open a socket whose messages are not in the archive')
  let caller = socketCaller(sent, url.searchParams)
  // A step would hold another number.
  const kept = messages.filter(({ type, data }) => type !== 'send' || typeof data !== 'string' || !losesNumber(data))
  for (let left = kept.length; left < messages.length; left++)
    counts.add('messages', 'which have a number that a double cannot hold')
  const asked = listFrames(kept, 'send')
  const answers = new Answers(listFrames(messages, 'receive').filter(isObject), asked.filter(isObject))
  return asked.flatMap((call): CallExchange[] => {
    const { id, method, params = {} } = isObject(call) ? call : {}
    const frame = answers.take(id)
    if (!isObject(params)) return counts.add('messages', 'which are no calls of the API')
    if (method === AUTHENTICATE) {
      if (frame?.['error'] === undefined) caller = authenticatedCaller(params) ?? caller
      return []
    }
    if (!commands.has(method)) return counts.add('messages', 'which are no calls of the API')
    const answer = frame === undefined ? noAnswer : { outcome: 'answered' as const, frame: frame as never }
    return [{ kind: 'call', caller, method: String(method), params, answer }]
  })
}

const noAnswer = { outcome: 'no_answer', frame: undefined } as const

/**
 * JSON of the text frames in one direction, with the parts of batches as single items; undefined for a frame without
 * JSON.
 */
function listFrames(messages: readonly Fields[], direction: 'send' | 'receive'): unknown[] {
  return messages
    .filter(({ type }) => type === direction)
    .flatMap(({ data, opcode = TEXT }) =>
      opcode === TEXT && typeof data === 'string' ? (shallowJson(data) ?? [undefined]) : [undefined],
    )
}

/** Answers that are not yet matched with a call. */
class Answers {
  readonly #left: Fields[]
  readonly #ids: ReadonlySet<unknown>

  constructor(received: readonly Fields[], asked: readonly Fields[]) {
    this.#left = received.filter((frame) => !('method' in frame))
    this.#ids = new Set(asked.map(({ id }) => id).filter((id) => id !== undefined))
  }

  /**
   * Removes and returns the answer to a call with this id, or for a call without id, the first answer that fits no
   * other.
   */
  take(id: unknown): Fields | undefined {
    const at = this.#left.findIndex((frame) => (id === undefined ? !this.#ids.has(frame['id']) : frame['id'] === id))
    return at === -1 ? undefined : this.#left.splice(at, 1)[0]
  }
}
