import { statementIds } from '../../engine/coverage/statements.ts'
import { Journal } from '../../engine/journal/journal.ts'
import type { Host } from '../../engine/kernel/host.ts'
import { BASE } from '../../engine/kernel/rest/addresses.ts'
import { answerHttp } from '../../engine/kernel/rest/http.ts'
import { openSession } from '../../engine/kernel/realtime/session.ts'
import type { WireResponse } from '../../engine/kernel/wire.ts'
import type { Settings } from '../../engine/world/settings.ts'
import { createHost } from '../../host/create-host.ts'
import { catalog } from '../../service/catalog.ts'
import { shallowJson } from '../../engine/checking/lost-number.ts'
import type { AskedRequest, AskedCall, AskedHttp, TwinAnswer } from './asked.ts'
import type { Memory } from './memory.ts'
import { failed, type Observation } from './observation.ts'
import type { Pairing } from './pairing.ts'

const encoder = new TextEncoder()
const units = new Map(catalog.map((unit) => [unit.id, unit]))

const quiet = { explain: false, cors: false, observed: new Map(), warn() {}, stopwatch: () => 0 }

/** Entries in the journal of a twin; only the last is read. */
const JOURNAL_SIZE = 4

/**
 * An emulator in this process that gets the same requests as the target. Forks cost the same for any number of records.
 */
export class Twin {
  readonly host: Host
  readonly pairing: Pairing
  readonly memory: Memory
  readonly #journal: Journal

  constructor(world: Host['world'], pairing: Pairing, memory: Memory, from?: Host) {
    this.#journal = new Journal({ size: JOURNAL_SIZE }, [])
    this.host = createHost(world, from ?? quiet, this.#journal)
    if (from !== undefined) this.host.issuedCursors = from.issuedCursors.fork()
    this.pairing = pairing
    this.memory = memory
  }

  /** An independent copy of the twin. `broken`: the mutants of the copy. */
  fork(broken?: readonly string[]): Twin {
    const { world } = this.host
    const fork = new Twin(world.fork(), this.pairing.fork(), this.memory.fork(), this.host)
    fork.host.world.settings = broken === undefined ? world.settings : { ...world.settings, broken: [...broken] }
    return fork
  }

  /** Answers a translated request. */
  answer(asked: AskedRequest): TwinAnswer {
    const { last } = this.#journal
    const observation = asked.via === 'http' ? this.#answerHttp(asked) : this.#answerCall(asked)
    const entry = [...this.#journal.raw(last)].at(-1)
    return {
      observation,
      statements: entry?.citations.positions.map((position) => statementIds[position]!) ?? [],
      unit: entry?.unit === undefined ? undefined : units.get(entry.unit.id),
    }
  }

  /** Answers a translated request with other settings. */
  answerWith(settings: Partial<Settings>, asked: AskedRequest): TwinAnswer {
    const { world } = this.host
    const own = world.settings
    world.settings = { ...own, ...settings }
    try {
      return this.answer(asked)
    } finally {
      world.settings = own
    }
  }

  #answerHttp({ method, path, headers, caller, body }: AskedHttp): Observation {
    const response = answerHttp(this.host, {
      method,
      url: BASE + path,
      headers: Object.entries({ ...headers, ...caller.credentials }).flat(),
      body: typeof body === 'string' ? encoder.encode(body) : (body ?? null),
    })
    return observe(response, Object.keys(caller.credentials).length > 0)
  }

  /** Answers a call on a new connection, after repeating the calls that changed the credentials of its socket. */
  #answerCall(asked: AskedCall): Observation {
    const frames: string[] = []
    let closed = false
    const session = openSession(this.host, {
      url: `${BASE}/realtime`,
      headers: Object.entries(asked.caller.credentials).flat(),
      send: (text) => void frames.push(text),
      close: () => (closed = true),
    })
    if (closed) return failed('unauthenticated', 'the socket was refused')
    const key = socketKey(asked)
    for (const earlier of this.memory.authentications(key)) session.receive(earlier)
    frames.length = 0
    const id = asked.notify === true ? undefined : 1
    const text = JSON.stringify({
      jsonrpc: '2.0',
      ...(id !== undefined && { id }),
      method: asked.method,
      params: asked.params,
    })
    session.receive(text)
    session.closed()
    if (asked.method === 'session.authenticate') this.memory.authenticated(key, text)
    if (id === undefined) {
      this.memory.keepStrays(key, frames)
      return { kind: 'socket', frames: [], answered: false }
    }
    const all = [...this.memory.takeStrays(key), ...frames]
    return { kind: 'socket', frames: all, answered: (shallowJson(all.at(-1) ?? '') as { id?: unknown })?.id === id }
  }
}

function socketKey({ caller, socket }: AskedCall): string {
  return JSON.stringify([caller.name, socket])
}

function observe({ status, headers, body }: WireResponse, authenticated: boolean): Observation {
  const named: Record<string, string> = {}
  for (let n = 0; n < headers.length; n += 2) named[headers[n]!.toLowerCase()] = headers[n + 1]!
  const bytes = typeof body === 'string' ? encoder.encode(body) : (body ?? new Uint8Array(0))
  const answer = { kind: 'http', status, headers: named, bytes } as const
  return status === 401 && authenticated ? failed('unauthenticated', 'HTTP 401', answer) : answer
}
