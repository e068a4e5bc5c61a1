import type { Emulator } from '../../emulator/index.ts'

/** A realtime connection as cases see it. */
export interface Socket {
  send(frame: string | Uint8Array): void
  /** The next frame that was received, once it is there. */
  next(): Promise<string>
  /** Resolves when the connection is over, no matter who closed it. */
  readonly closed: Promise<{ code: number; reason: string }>
  close(): void
}

/** Common part of the socket constructors of browsers, `ws` and mock-socket. */
export type SocketConstructor = new (url: string) => {
  send(data: string | Uint8Array<ArrayBuffer>): void
  close(): void
  addEventListener(type: string, listener: (event: never) => void): void
}

/** Opens a socket with the credentials in the query, where browsers can set them. */
export function openSocket(Constructor: SocketConstructor, url: string, as: string | undefined): Promise<Socket> {
  const socket = new Constructor(url + credentials(as))
  const frames = new Frames()
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.addEventListener('close', (event: { code: number; reason: string }) => {
      resolve({ code: event.code, reason: event.reason })
      frames.end()
    })
  })
  socket.addEventListener('message', (event: { data: unknown }) => frames.push(String(event.data)))
  const open: Socket = {
    send: (frame) => socket.send(frame as string),
    next: () => frames.next(),
    closed,
    close: () => socket.close(),
  }
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(open))
    socket.addEventListener('error', () => reject(new Error('the socket did not open')))
    void closed.then(({ code }) => reject(new Error(`the socket closed with ${code} before it opened`)))
  })
}

/** A socket without any transport. */
export function connectDirectly(emulator: Emulator, as: string | undefined): Socket {
  const frames = new Frames()
  let over: (how: { code: number; reason: string }) => void
  const closed = new Promise<{ code: number; reason: string }>((resolve) => (over = resolve))
  const session = emulator.connect({
    url: `/v1/realtime${credentials(as)}`,
    send: (text) => frames.push(text),
    close(code, reason) {
      over({ code, reason })
      frames.end()
    },
  })
  return {
    send: (frame) => session.receive(frame),
    next: () => frames.next(),
    closed,
    close() {
      session.closed()
      over({ code: 1005, reason: '' })
    },
  }
}

function credentials(as: string | undefined): string {
  if (as === undefined) return ''
  return `?${as.startsWith('svc-token-') ? 'access_token' : 'api_key'}=${encodeURIComponent(as)}`
}

/** Frames received, and those who wait for one. */
export class Frames {
  readonly #frames: string[] = []
  readonly #waiting: { resolve(frame: string): void; reject(error: Error): void }[] = []
  #over = false

  push(frame: string): void {
    const waiting = this.#waiting.shift()
    if (waiting === undefined) this.#frames.push(frame)
    else waiting.resolve(frame)
  }

  next(): Promise<string> {
    const frame = this.#frames.shift()
    if (frame !== undefined) return Promise.resolve(frame)
    if (this.#over) return Promise.reject(new Error('the socket is closed'))
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  end(): void {
    this.#over = true
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('the socket closed'))
  }
}
