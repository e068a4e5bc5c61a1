/** How an answer over HTTP leaves, and the one way in which every transport lets it leave. */

export interface HttpDelivery {
  /** Real milliseconds before anything leaves. */
  readonly delayMs: number
  /** `drop` and `reset`: the connection ends before any byte. */
  readonly end: 'answer' | 'drop' | 'reset'
  readonly status: number
  /** Names and values in turn, without `content-length`. */
  readonly headers: readonly string[]
  /** What is sent of the body; null for an answer that has none. */
  readonly body: Uint8Array<ArrayBuffer> | null
  /** The length that is announced; where it is more than `body` holds, the connection ends inside the body. */
  readonly length: number
  /** Undefined where the body leaves at once. */
  readonly bytesPerSecond: number | undefined
  /** Real milliseconds for which a connection that ends inside the body stays open before. */
  readonly stallMs: number
}

/** What a transport does to show a delivery. A step that is missing does not compile. */
export interface HttpCarrier {
  /** Calls `then` after so many real milliseconds, unless the client has gone by then. */
  wait(milliseconds: number, then: () => void): void
  /** Closes the connection without an answer. */
  drop(): void
  /** Resets the connection (TCP RST) without an answer. */
  reset(): void
  /** Sends status and headers; `length` is null for an answer without a body. */
  head(status: number, headers: readonly string[], length: number | null): void
  write(bytes: Uint8Array<ArrayBuffer>): void
  /** The answer is whole. */
  finish(): void
  /** Ends the connection inside the body, once what was written has left. */
  cut(): void
}

/** Lets an answer leave through a transport. */
export function deliver(delivery: HttpDelivery, carrier: HttpCarrier): void {
  const begin = () => {
    if (delivery.end === 'answer') answer(delivery, carrier)
    else carrier[delivery.end]()
  }
  if (delivery.delayMs === 0) begin()
  else carrier.wait(delivery.delayMs, begin)
}

function answer({ status, headers, body, length, bytesPerSecond, stallMs }: HttpDelivery, carrier: HttpCarrier): void {
  carrier.head(status, headers, body === null ? null : length)
  const end = () => {
    if ((body?.length ?? 0) === length) carrier.finish()
    else if (stallMs === 0) carrier.cut()
    else carrier.wait(stallMs, () => carrier.cut())
  }
  if (body !== null && bytesPerSecond !== undefined) {
    trickle(body, bytesPerSecond, carrier, end)
    return
  }
  if (body !== null && body.length > 0) carrier.write(body)
  end()
}

function trickle(body: Uint8Array<ArrayBuffer>, bytesPerSecond: number, carrier: HttpCarrier, end: () => void): void {
  const { bytes, everyMs } = pace(bytesPerSecond)
  let sent = 0
  const next = () => {
    if (sent >= body.length) {
      end()
      return
    }
    carrier.wait(everyMs, () => {
      carrier.write(body.slice(sent, sent + bytes))
      sent += bytes
      next()
    })
  }
  next()
}

/** A slow body leaves in pieces: so many bytes, each after so many milliseconds. At most twenty pieces a second. */
export function pace(bytesPerSecond: number): { bytes: number; everyMs: number } {
  const bytes = Math.max(1, Math.round(bytesPerSecond / 20))
  return { bytes, everyMs: (bytes * 1000) / bytesPerSecond }
}
