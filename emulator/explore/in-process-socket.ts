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

/** A `WebSocket` for a subject that runs in this process, connected to its world. It takes text frames. */
export function webSocketOf(emulator: Emulator, meter: Meter, over: AbortSignal): EmulatedSocketClass {
  return class EmulatedWebSocket extends EventTarget {
    static readonly CONNECTING = 0 as const
    static readonly OPEN = 1 as const
    static readonly CLOSING = 2 as const
    static readonly CLOSED = 3 as const
    readonly url: string
    readyState: number = EmulatedWebSocket.CONNECTING
    onopen: ((event: Event) => void) | null = null
    onmessage: ((event: MessageEvent) => void) | null = null
    onclose: ((event: Event) => void) | null = null
    onerror: ((event: Event) => void) | null = null
    readonly #session: RealtimeSession

    constructor(url: string | URL) {
      super()
      this.url = String(url)
      this.#session = emulator.connect({
        url: `${REALTIME}${new URL(this.url).search}`,
        send: (text) => queueMicrotask(() => this.#emit('message', new MessageEvent('message', { data: text }))),
        close: (code, reason) => queueMicrotask(() => this.#closed(code, reason)),
        abort: () => queueMicrotask(() => this.#closed(1006, '')),
        reset: noReset,
        wait: (milliseconds, then) => void wait(milliseconds, over).then(() => !over.aborted && then()),
      })
      queueMicrotask(() => {
        if (this.readyState !== EmulatedWebSocket.CONNECTING) return
        this.readyState = EmulatedWebSocket.OPEN
        this.#emit('open', new Event('open'))
      })
    }

    send(data: string): void {
      if (this.readyState !== EmulatedWebSocket.OPEN) throw new DOMException('The socket is not open.', 'InvalidStateError')
      if (meter()) queueMicrotask(() => this.#session.receive(data))
    }

    close(code = 1000, reason = ''): void {
      if (this.readyState >= EmulatedWebSocket.CLOSING) return
      this.readyState = EmulatedWebSocket.CLOSING
      this.#session.closed()
      queueMicrotask(() => this.#closed(code, reason))
    }

    #closed(code: number, reason: string): void {
      if (this.readyState === EmulatedWebSocket.CLOSED) return
      this.readyState = EmulatedWebSocket.CLOSED
      this.#session.closed()
      this.#emit('close', Object.assign(new Event('close'), { code, reason, wasClean: code !== 1006 }))
    }

    #emit(name: 'open' | 'message' | 'close' | 'error', event: Event): void {
      if (over.aborted || (name === 'message' && this.readyState !== EmulatedWebSocket.OPEN)) return
      this.dispatchEvent(event)
      this[`on${name}`]?.(event as never)
    }
  }
}
