import { type Fields, isObject } from '../../engine/checking/is-object.ts'
import { lostNumbers } from '../../engine/checking/lost-number.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { Unit } from '../../engine/kernel/unit/definition.ts'
import { tables } from '../../engine/world/tables/index.ts'
import type { AskedRequest, AskedCaller, AskedHttp, ObservedExchange } from '../drift/asked.ts'
import { seeAnswer, type SeenAnswer } from '../drift/facts/seen-answer.ts'
import { findUnit, isRead } from '../drift/find-unit.ts'
import { followPages } from '../drift/follow-pages.ts'
import type { ObservedListing } from '../drift/listings.ts'
import type { FailedObservation, Observation } from '../drift/observation.ts'
import { orStopped } from '../drift/or-stopped.ts'
import { lookAt, lookAtRefusal } from '../drift/first-look.ts'
import type { DriftTarget, TargetSettings } from '../drift/target.ts'
import { WHOLE } from './states.ts'

/** Pages of revisions have this many items, the documented maximum. */
const REVISIONS_LIMIT = 200
/** Bytes from which an unpaginated answer may have been cut: "roughly 1 MB". */
const CUT_BYTES = 900_000
/** Repetitions of a request without an answer, and the pause before the first; the second is twice as long. */
const REPETITIONS = 2
const PAUSE_MS = 1_000

/** Pages of a listing, and how it ended. */
export interface ReadPages {
  readonly pages: readonly Pick<ObservedExchange, 'asked' | 'observation'>[]
  readonly state: string
}

/** Sends reads to a service, each again if it has no answer. */
export class Reader {
  readonly #target: DriftTarget
  readonly #caller: AskedCaller
  readonly #wait: TargetSettings['wait']
  readonly #signal: AbortSignal | undefined
  /** Units that had no answer, with the reason. They are not asked again. */
  readonly #silent = new Map<string, string>()
  /** Places of numbers that a double cannot hold, which are read as text, such as `objects.value.id`. */
  readonly lost = new Set<string>()
  requests = 0

  constructor(target: DriftTarget, apiKey: string, wait: TargetSettings['wait'], signal: AbortSignal | undefined) {
    this.#target = target
    this.#caller = { name: 'main', credentials: { 'x-api-key': apiKey } }
    this.#wait = wait
    this.#signal = signal
  }

  /** The caller's own user. Throws `EmulatorError` if the target is not the service, or does not know the key. */
  async look(): Promise<Fields> {
    const me = this.#http('/users/me')
    let user: unknown
    let ended: string | undefined
    const ask = async (asked: AskedRequest): Promise<Observation> => {
      this.requests++
      const observation = await orStopped(this.#target.ask(asked), this.#signal)
      if (observation.kind === 'failed' && observation.cause === 'budget') ended = observation.detail
      user ??= seeAnswer(observation, findUnit(asked))?.fields['user']
      return observation
    }
    const wait = (milliseconds: number): Promise<void> => this.#wait(milliseconds, this.#signal)
    const { name } = this.#target
    const ill = (await lookAt(name, me, ask, wait)) ?? (await lookAtRefusal(name, me, ask, wait))
    if (ill !== undefined) throw new EmulatorError(`${ill}; nothing was written`)
    if (isObject(user) && typeof user['id'] === 'string') return user
    throw new EmulatorError(
      ended === undefined
        ? `${name} is not the API: GET /users/me does not answer a user; nothing was written`
        : `${ended}, and ${name} has not answered GET /users/me; nothing was written`,
    )
  }

  /** Reads a path; undefined without an answer of the API. Throws `EmulatorError` if the service stopped answering. */
  async get(path: string): Promise<SeenAnswer | undefined> {
    return this.#see(this.#http(path))
  }

  /** Calls a command that reads, as `get`. */
  async call(method: string, params: Fields): Promise<SeenAnswer | undefined> {
    return this.#see(this.#socket(method, params))
  }

  /** Reads all pages of a listing of a record. */
  async list({ unit: id, of }: ObservedListing, unit: Unit, parent: Fields): Promise<ReadPages> {
    const { noun } = tables[of]
    const given: Fields = { ...parent, target: noun, target_id: parent['id'], [`${noun}_id`]: parent['id'] }
    const query = unit.page?.kind === 'opaque' && unit.page.place === 'query' ? `?limit=${REVISIONS_LIMIT}` : ''
    const path = unit.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(given[name])))
    const first =
      unit.kind === 'command' ? this.#socket(id, { [`${noun}_id`]: parent['id'] }) : this.#http(path + query)
    const pages: { asked: AskedRequest; observation: Observation }[] = []
    const ask = async (asked: AskedRequest): Promise<Observation> => {
      const observation = await this.#ask(asked)
      pages.push({ asked, observation })
      return observation
    }
    const broken = await followPages(first, await ask(first), ask, () => true)
    const end = describeEnd(pages.at(-1)!.observation, unit, pages.length)
    return { pages, state: broken === undefined ? end : `not whole: ${broken}` }
  }

  #http(path: string): AskedHttp {
    return { via: 'http', probe: 'pull', caller: this.#caller, method: 'GET', path, headers: {}, body: undefined }
  }

  #socket(method: string, params: Fields): AskedRequest {
    return { via: 'socket', probe: 'pull', caller: this.#caller, socket: '', method, params }
  }

  async #see(asked: AskedRequest): Promise<SeenAnswer | undefined> {
    const observation = await this.#ask(asked)
    return observation.kind === 'failed' ? undefined : seeAnswer(observation, findUnit(asked))
  }

  async #ask(asked: AskedRequest): Promise<Observation> {
    const unit = findUnit(asked)
    if (!isRead(unit)) throw new TypeError(`${unit?.id} is no read`)
    const name = unit?.id ?? ''
    const detail = this.#silent.get(name)
    if (detail !== undefined) return { kind: 'failed', cause: 'network', detail }
    for (let time = 0; ; time++) {
      const found = await orStopped(this.#target.ask(asked), this.#signal)
      if (found.kind !== 'failed' || found.cause !== 'budget') this.requests++
      if (this.#target.ill !== undefined) throw new EmulatorError(`${this.#target.ill}; nothing was written`)
      if (isAnswer(found)) return this.#noteLost(found)
      if (time < REPETITIONS) await this.#wait(PAUSE_MS * 2 ** time, this.#signal)
      else return found.kind === 'failed' ? this.#giveUp(name, found) : found
    }
  }

  #noteLost(found: Observation): Observation {
    if (found.kind === 'failed') return found
    const text = found.kind === 'socket' ? (found.frames.at(-1) ?? '') : new TextDecoder().decode(found.bytes)
    for (const { path } of lostNumbers(text)) {
      const names = path.filter((step, n) => typeof step === 'string' && (n > 0 || step !== 'result'))
      this.lost.add(names.join('.'))
    }
    return found
  }

  /** Keeps the failure of a unit, unless the service answers nothing else either: then it throws. */
  async #giveUp(name: string, found: FailedObservation): Promise<Observation> {
    const known = await orStopped(this.#target.ask(this.#http('/users/me')), this.#signal)
    if (known.kind === 'http' && known.status === 200 && name !== 'GET /users/:user_id') {
      this.#silent.set(name, found.detail)
      return found
    }
    if (known.kind === 'failed' && known.cause === 'budget') return known
    throw new EmulatorError(`${this.#target.name} stopped answering at ${name}: ${found.detail}; nothing was written`)
  }
}

/** True for what another try would not change. */
function isAnswer(found: Observation): boolean {
  if (found.kind === 'failed') return found.cause === 'budget'
  return found.kind === 'socket' || found.status < 500
}

function describeEnd(last: Observation, unit: Unit, pages: number): string {
  const why = describeFailure(last, unit)
  if (why !== undefined) return pages === 1 ? why : `up to page ${pages - 1}, the next ${why}`
  const bytes =
    last.kind === 'http' ? last.bytes.length : last.kind === 'socket' ? (last.frames.at(-1)?.length ?? 0) : 0
  return unit.page?.kind === 'unpaginated' && bytes >= CUT_BYTES ? 'first 1 MB' : WHOLE
}

function describeFailure(last: Observation, unit: Unit): string | undefined {
  if (last.kind === 'failed')
    return last.cause === 'budget' ? 'not read: the time was over' : `not read: ${last.detail}`
  const seen = seeAnswer(last, unit)
  if (seen === undefined) return 'not read: the answer is not that of a listing'
  if (seen.code === undefined)
    return Array.isArray(seen.fields[unit.page!.items]) ? undefined : `not read: no ${unit.page!.items} in the answer`
  const isRefused = seen.code === 'forbidden' || seen.status === 403 || seen.status === 401
  return isRefused ? 'not readable with this key' : `not read: ${[seen.status, seen.code].filter(Boolean).join(' ')}`
}
