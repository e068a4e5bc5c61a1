import type { Emulator } from '../host/emulator.ts'
import { cannotShow } from '../faults/definition.ts'
import { instanceOf } from '../host/instance-of.ts'
import { refuseOpening } from '../kernel/realtime/openings.ts'
import { REALTIME, upgradeRequest } from '../kernel/realtime/socket-credentials.ts'
import type { RealtimeSession } from '../kernel/realtime/connection.ts'
import { wait } from './real-time.ts'

const noReset = cannotShow('a socket in process has no TCP connection')

/** Counts what leaves a subject; false where it may send no more. */
export type Meter = () => boolean

/** The part of `WebSocket` that a socket in process has. */
export interface EmulatedSocket extends EventTarget {
  readonly url: string
  readonly readyState: number
  onopen: ((event: Event) => void) | null
  onmessage: ((event: MessageEvent) => void) | null
  onclose: ((event: Event) => void) | null
  onerror: ((event: Event) => void) | null
  send(data: string): void
  close(code?: number, reason?: string): void
}

export interface EmulatedSocketClass {
  readonly CONNECTING: 0
  readonly OPEN: 1
  readonly CLOSING: 2
  readonly CLOSED: 3
  new (url: string | URL): EmulatedSocket
}

/** What a socket in process is connected to. */
interface Surroundings {
  readonly emulator: Emulator
  readonly meter: Meter
  /** The run is over: nothing more is heard. */
  readonly over: AbortSignal
}

/** A `WebSocket` for a subject that runs in this process, connected to its world. It takes text frames. */
export function webSocketOf(emulator: Emulator, meter: Meter, over: AbortSignal): EmulatedSocketClass {
  return class extends InProcessSocket {
    constructor(url: string | URL) {
      super(url, { emulator, meter, over })
    }
  }
}

class InProcessSocket extends EventTarget implements EmulatedSocket {
  static readonly CONNECTING = 0 as const
  static readonly OPEN = 1 as const
  static readonly CLOSING = 2 as const
  static readonly CLOSED = 3 as const
  readonly url: string
  readyState: number = InProcessSocket.CONNECTING
  onopen: EmulatedSocket['onopen'] = null
  onmessage: EmulatedSocket['onmessage'] = null
  onclose: EmulatedSocket['onclose'] = null
  onerror: EmulatedSocket['onerror'] = null
  /** Undefined where the upgrade is refused, or never answered. */
  readonly #session: RealtimeSession | undefined
  readonly #around: Surroundings

  constructor(url: string | URL, around: Surroundings) {
    super()
    this.url = String(url)
    this.#around = around
    const { host } = instanceOf(around.emulator)
    const opening = around.meter() ? host.openings.next() : 'hangs'
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
    if (this.#around.meter()) queueMicrotask(() => this.#session?.receive(data))
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

  /** As browsers tell of an upgrade that fails: an error without a reason, and 1006. */
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
