import type { Emulator } from '../host/emulator.ts'
import { cannotShow } from '../faults/definition.ts'
import { REALTIME } from '../kernel/realtime/socket-credentials.ts'
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
  readonly #session: RealtimeSession
  readonly #around: Surroundings

  constructor(url: string | URL, around: Surroundings) {
    super()
    this.url = String(url)
    this.#around = around
    this.#session = around.emulator.connect(this.#connection())
    queueMicrotask(() => this.#opened())
  }

  #connection(): Parameters<Emulator['connect']>[0] {
    const { over } = this.#around
    return {
      url: `${REALTIME}${new URL(this.url).search}`,
      send: (text) => queueMicrotask(() => this.#emit('message', new MessageEvent('message', { data: text }))),
      close: (code, reason) => queueMicrotask(() => this.#closed(code, reason)),
      abort: () => queueMicrotask(() => this.#closed(1006, '')),
      reset: noReset,
      wait: (milliseconds, then) => void wait(milliseconds, over).then(() => !over.aborted && then()),
    }
  }

  send(data: string): void {
    if (this.readyState !== InProcessSocket.OPEN) throw new DOMException('The socket is not open.', 'InvalidStateError')
    if (this.#around.meter()) queueMicrotask(() => this.#session.receive(data))
  }

  close(code = 1000, reason = ''): void {
    if (this.readyState >= InProcessSocket.CLOSING) return
    this.readyState = InProcessSocket.CLOSING
    this.#session.closed()
    queueMicrotask(() => this.#closed(code, reason))
  }

  #opened(): void {
    if (this.readyState !== InProcessSocket.CONNECTING) return
    this.readyState = InProcessSocket.OPEN
    this.#emit('open', new Event('open'))
  }

  #closed(code: number, reason: string): void {
    if (this.readyState === InProcessSocket.CLOSED) return
    this.readyState = InProcessSocket.CLOSED
    this.#session.closed()
    this.#emit('close', Object.assign(new Event('close'), { code, reason, wasClean: code !== 1006 }))
  }

  #emit(name: 'open' | 'message' | 'close', event: Event): void {
    if (this.#around.over.aborted || (name === 'message' && this.readyState !== InProcessSocket.OPEN)) return
    this.dispatchEvent(event)
    this[`on${name}`]?.(event as never)
  }
}
