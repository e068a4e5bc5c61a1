import {
  credentialHeader,
  findSecret,
  type CallExchange,
  type Exchange as RecordedExchange,
  type HttpExchange,
  type RecordedCaller,
} from '../../scenario/record/exchange.ts'
import type { AskedRequest, AskedCaller } from './asked.ts'
import { classifyAnswer } from './classify.ts'
import { failed, type Observation } from './observation.ts'

/** A request that a client sent to the target, and its answer. */
export interface Passed {
  readonly asked: AskedRequest
  readonly observation: Observation
}

/** True for the name of a client's own key. */
export function isGuest(name: string): boolean {
  return /^client(?:-\d+)?$/.test(name)
}

/** Names callers by their secrets: given names, and `client`, `client-2` and so on for other secrets. */
export class CallerNames {
  readonly #names: Map<string, string>

  /** `keys`: secrets by their names. */
  constructor(keys: Readonly<Record<string, string>>) {
    this.#names = new Map(Object.entries(keys).map(([name, secret]) => [secret, name]))
  }

  /** All secrets so far, for redaction. */
  get secrets(): Iterable<string> {
    return this.#names.keys()
  }

  describe(caller: RecordedCaller): AskedCaller {
    const secret = findSecret(caller)
    return { name: secret === undefined ? 'none' : this.#name(secret), credentials: credentialHeader(caller) }
  }

  #name(secret: string): string {
    const known = this.#names.get(secret)
    if (known !== undefined) return known
    const others = [...this.#names.values()].filter(isGuest).length
    const name = others === 0 ? 'client' : `client-${others + 1}`
    this.#names.set(secret, name)
    return name
  }
}

/** Converts an exchange of a proxy; undefined for a move of the clock. `probe`: name of its source. */
export function fromRecorded(exchange: RecordedExchange, probe: string, names: CallerNames): Passed | undefined {
  if (exchange.kind === 'clock') return undefined
  const caller = names.describe(exchange.caller)
  return exchange.kind === 'http' ? passedHttp(exchange, probe, caller) : passedCall(exchange, probe, caller)
}

function passedHttp({ method, path, headers, body, answer }: HttpExchange, probe: string, caller: AskedCaller): Passed {
  return {
    asked: {
      via: 'http',
      probe,
      foreign: true,
      caller,
      method,
      path,
      headers,
      body: body.length === 0 ? undefined : asText(body),
    },
    observation: classifyAnswer(answer, caller.name !== 'none'),
  }
}

/** Text if the body is UTF-8, so that ids in it can be translated for the twin. */
function asText(body: Uint8Array): string | Uint8Array {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return body
  }
}

function passedCall({ method, params, answer }: CallExchange, probe: string, caller: AskedCaller): Passed {
  return {
    asked: { via: 'socket', probe, foreign: true, caller, socket: 'client', method, params },
    observation: observeCall(answer),
  }
}

function observeCall({ outcome, frame }: CallExchange['answer']): Observation {
  if (frame === undefined)
    return outcome === 'no_answer'
      ? failed('time limit', 'the call was not answered')
      : failed('network', 'the socket was closed before the call was answered')
  const observation = { kind: 'socket', frames: [JSON.stringify(frame)], answered: true } as const
  return observation
}
