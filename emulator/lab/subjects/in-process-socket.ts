import type { Emulator } from '../../host/emulator.ts'
import { cannotShow } from '../../engine/faults/definition.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { refuseOpening } from '../../engine/kernel/realtime/refuse-opening.ts'
import { upgradeRequest } from '../../engine/kernel/realtime/socket-credentials.ts'
import { REALTIME } from '../../engine/kernel/rest/addresses.ts'
import type { RealtimeSession } from '../../engine/kernel/realtime/session.ts'
import { wait } from '../engine/real-time.ts'

const noReset = cannotShow('a socket in process has no TCP connection')

/** Counts the frames that leave a subject. */
interface Meter {
  /** Returns false if no more may be sent. */
  count(): boolean
  /** True if the limit was exceeded. */
  readonly isSpent: boolean
}

/** The subset of `WebSocket` that in-process sockets implement. */
interface EmulatedSocket extends EventTarget {
  readonly url: string
  readonly readyState: number
  onopen: ((event: Event) => void) | null
  onmessage: ((event: MessageEvent) => void) | null
  onclose: ((event: Event) => void) | null
  onerror: ((event: Event) => void) | null
  send(data: string): void
  close(code?: number, reason?: string): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void, options?: AddEventListenerOptions): void
  addEventListener(...given: Parameters<EventTarget['addEventListener']>): void
}

export interface EmulatedSocketClass {
  readonly CONNECTING: 0
  readonly OPEN: 1
  readonly CLOSING: 2
  readonly CLOSED: 3
  new (url: string | URL): EmulatedSocket
}

/** The context of an in-process socket. */
interface SocketSurroundings {
  readonly emulator: Emulator
  readonly meter: Meter
  /** Aborted when the run is over: no more events. */
  readonly over: AbortSignal
}

/** Makes a `WebSocket` class that connects to the world in process. It supports text frames. */
export function makeWebSocket(emulator: Emulator, meter: Meter, over: AbortSignal): EmulatedSocketClass {
  // A bound constructor, not a subclass: a class is referenced by its parent class, which would keep every run's world
  // in memory.
  const { prototype, CONNECTING, OPEN, CLOSING, CLOSED } = InProcessSocket
  const bound = InProcessSocket.bind(null, { emulator, meter, over })
  // Supports `instanceof` and subclasses of clients.
  Object.defineProperty(bound, 'prototype', { value: prototype })
  return Object.assign(bound, { CONNECTING, OPEN, CLOSING, CLOSED })
}

class InProcessSocket extends EventTarget implements EmulatedSocket {
  static readonly CONNECTING = 0 as const
  static readonly OPEN = 1 as const
  static readonly CLOSING = 2 as const
  static readonly CLOSED = 3 as const
  declare addEventListener: EmulatedSocket['addEventListener']
  readonly url: string
  readyState: number = InProcessSocket.CONNECTING
  onopen: EmulatedSocket['onopen'] = null
  onmessage: EmulatedSocket['onmessage'] = null
  onclose: EmulatedSocket['onclose'] = null
  onerror: EmulatedSocket['onerror'] = null
  /** Undefined if the upgrade is refused, or never answered. */
  readonly #session: RealtimeSession | undefined
  readonly #around: SocketSurroundings

  constructor(around: SocketSurroundings, url: string | URL) {
    super()
    this.url = String(url)
    this.#around = around
    const { host } = instanceOf(around.emulator)
    const asked = host.openings.next()
    const opening = around.meter.isSpent ? 'hangs' : asked
    const refused = refuseOpening(host, upgradeRequest(this.#path), opening)
    if (refused !== undefined) queueMicrotask(() => this.#refused())
    if (refused !== undefined || opening === 'hangs') return
    this.#session = around.emulator.connect({ ...this.#connection(), opening })
    queueMicrotask(() => this.#opened())
  }

  get #path(): string {
    return `${REALTIME}${new URL(this.url).search}`
  }

  #connection(): Parameters<Emulator['connect']>[0] {
    const { over } = this.#around
    return {
      url: this.#path,
      send: (text) => queueMicrotask(() => this.#emit('message', new MessageEvent('message', { data: text }))),
      close: (code, reason) => queueMicrotask(() => this.#closed(code, reason)),
      abort: () => queueMicrotask(() => this.#closed(1006, '')),
      reset: noReset,
      wait: (milliseconds, then) => void wait(milliseconds, over).then(() => !over.aborted && then()),
    }
  }

  send(data: string): void {
    if (this.readyState !== InProcessSocket.OPEN) throw new DOMException('The socket is not open.', 'InvalidStateError')
    if (this.#around.meter.count()) queueMicrotask(() => this.#session?.receive(data))
  }

  close(code = 1000, reason = ''): void {
    if (this.readyState >= InProcessSocket.CLOSING) return
    this.readyState = InProcessSocket.CLOSING
    this.#session?.closed()
    queueMicrotask(() => this.#closed(code, reason))
  }

  #opened(): void {
    if (this.readyState !== InProcessSocket.CONNECTING) return
    this.readyState = InProcessSocket.OPEN
    this.#emit('open', new Event('open'))
  }

  /** Reports a failed upgrade as browsers do: an error without a reason, then code 1006. */
  #refused(): void {
    if (this.readyState !== InProcessSocket.CONNECTING) return
    this.#emit('error', new Event('error'))
    this.#closed(1006, '')
  }

  #closed(code: number, reason: string): void {
    if (this.readyState === InProcessSocket.CLOSED) return
    this.readyState = InProcessSocket.CLOSED
    this.#session?.closed()
    this.#emit('close', Object.assign(new Event('close'), { code, reason, wasClean: code !== 1006 }))
  }

  #emit(name: 'open' | 'message' | 'close' | 'error', event: Event): void {
    if (this.#around.over.aborted || (name === 'message' && this.readyState !== InProcessSocket.OPEN)) return
    this.dispatchEvent(event)
    this[`on${name}`]?.(event as never)
  }
}
