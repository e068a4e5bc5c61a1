import type { Timers } from '../../host/real-timers.ts'
import { shallowJson } from '../../engine/checking/lost-number.ts'
import type { KeyHeaders, Target as ScenarioTarget, TargetWire, WireEvents } from '../../scenario/targets/target.ts'
import type { AskedCall } from './asked.ts'
import { failed, type FailedObservation, type Observation } from './observation.ts'

/** Time in milliseconds for the answer to come after another frame. */
const GRACE_MS = 250

/** A socket of a caller. Calls on it must not overlap. */
export class TargetSocket implements WireEvents {
  readonly #timers: Timers
  #wire: TargetWire | undefined
  #ended: FailedObservation | undefined
  #frames: string[] = []
  #id = 0
  #heard: (() => void) | undefined

  constructor(timers: Timers) {
    this.#timers = timers
  }

  get usable(): boolean {
    return this.#ended === undefined
  }

  opened(wire: TargetWire): void {
    this.#wire = wire
  }

  /**
   * Sends a call and returns the frames up to its answer. Frames after a notification are returned with the next call.
   * `timeLimit`: milliseconds for the answer.
   */
  async call({ method, params, notify }: AskedCall, timeLimit: number): Promise<Observation> {
    if (this.#ended !== undefined) return this.#ended
    if (notify === true) {
      this.#wire?.send(JSON.stringify({ jsonrpc: '2.0', method, params }))
      return { kind: 'socket', frames: [], answered: false }
    }
    const id = ++this.#id
    this.#wire?.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    const isAnswered = await this.#until(() => this.#frames.some((frame) => idIn(frame) === id), timeLimit)
    const frames = this.#frames.splice(0)
    if (isAnswered || (frames.length > 0 && this.#ended === undefined))
      return { kind: 'socket', frames, answered: isAnswered }
    return this.#ended ?? failed('time limit', `no answer within ${timeLimit} ms`)
  }

  text(text: string): void {
    this.#frames.push(text)
    this.#heard?.()
  }

  closed(code: number, reason: string): void {
    this.#end(failed('network', `the socket was closed with ${code}${reason === '' ? '' : ` ${reason}`}`))
  }

  failed(reason: string): void {
    this.#end(failed('network', reason))
  }

  close(): void {
    this.#end(failed('network', 'the run closed the socket'))
    this.#wire?.close()
  }

  #end(how: FailedObservation): void {
    this.#ended ??= how
    this.#heard?.()
  }

  /** Waits until the frames fit, for at most `limit`. After a frame that does not fit, waits only a short time. */
  #until(fits: () => boolean, limit: number): Promise<boolean> {
    return new Promise((resolve) => {
      let callOffGrace = (): void => undefined
      const finish = (): void => {
        callOffLimit()
        callOffGrace()
        this.#heard = undefined
        resolve(fits())
      }
      const callOffLimit = this.#timers.after(limit, finish)
      this.#heard = () => {
        if (fits() || this.#ended !== undefined) return finish()
        if (this.#frames.length === 0) return
        callOffGrace()
        callOffGrace = this.#timers.after(Math.min(GRACE_MS, limit), finish)
      }
      this.#heard()
    })
  }
}

/** Opens a socket with credentials. If it does not open, all its calls fail. `signal`: gives it up. */
export async function openSocket(
  reached: Pick<ScenarioTarget, 'connect'>,
  credentials: KeyHeaders,
  { timeLimit, timers, signal }: { timeLimit: number; timers: Timers; signal: AbortSignal | undefined },
): Promise<TargetSocket> {
  const socket = new TargetSocket(timers)
  const late = new AbortController()
  await new Promise<void>((resolve) => {
    const giveUp = (reason: string): void => {
      settle()
      socket.failed(reason)
      late.abort()
    }
    const stop = (): void => giveUp('the run was stopped')
    const callOff = timers.after(timeLimit, () => giveUp(`the socket was not open within ${timeLimit} ms`))
    const settle = (): void => {
      callOff()
      signal?.removeEventListener('abort', stop)
      resolve()
    }
    signal?.addEventListener('abort', stop)
    const opened = (wire: TargetWire): void => {
      settle()
      if (late.signal.aborted) return wire.close()
      socket.opened(wire)
    }
    reached.connect(credentials, socket, late.signal).then(opened, (error: Error) => {
      settle()
      socket.failed(error.message)
    })
  })
  return socket
}

function idIn(frame: string): unknown {
  return (shallowJson(frame) as { id?: unknown } | undefined)?.id
}
