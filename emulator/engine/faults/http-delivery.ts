/** Delivery of an answer over HTTP, equal for every transport. */

export interface HttpDelivery {
  /** Real milliseconds before anything is sent. */
  readonly delayMs: number
  /** `drop` and `reset` end the connection before any byte. */
  readonly end: 'answer' | 'drop' | 'reset'
  readonly status: number
  /** Alternating names and values, without `content-length`. */
  readonly headers: readonly string[]
  /** Bytes of the body that are sent; null for an answer without a body, as to HEAD. */
  readonly body: Uint8Array<ArrayBuffer> | null
  /** Announced length; null for none. If it exceeds `body`, the connection ends inside the body. */
  readonly length: number | null
  /** Undefined if the body is sent at once. */
  readonly bytesPerSecond: number | undefined
  /** Real milliseconds for which a connection stays open before it ends inside the body. */
  readonly stallMs: number
}

/** Operations of a transport that deliver an answer. A missing one does not compile. */
export interface HttpCarrier {
  /** Calls `then` after real milliseconds, unless the client has gone. */
  wait(milliseconds: number, then: () => void): void
  /** Closes the connection without an answer. */
  drop(): void
  /** Resets the connection (TCP RST) without an answer. */
  reset(): void
  /** Sends status and headers, with the announced length unless it is null. */
  head(status: number, headers: readonly string[], length: number | null): void
  write(bytes: Uint8Array<ArrayBuffer>): void
  /** Ends a whole answer. */
  finish(): void
  /** Ends the connection inside the body, after the written data was sent. */
  cut(): void
}

/** Delivers an answer through a transport. */
export function deliver(delivery: HttpDelivery, carrier: HttpCarrier): void {
  const begin = () => {
    if (delivery.end === 'answer') answer(delivery, carrier)
    else carrier[delivery.end]()
  }
  if (delivery.delayMs === 0) begin()
  else carrier.wait(delivery.delayMs, begin)
}

function answer({ status, headers, body, length, bytesPerSecond, stallMs }: HttpDelivery, carrier: HttpCarrier): void {
  carrier.head(status, headers, length)
  const end = () => {
    if (body === null || body.length === length) carrier.finish()
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

/** Size and interval in milliseconds of the pieces of a slow body, with at most twenty pieces per second. */
export function pace(bytesPerSecond: number): { bytes: number; everyMs: number } {
  const bytes = Math.max(1, Math.round(bytesPerSecond / 20))
  return { bytes, everyMs: (bytes * 1000) / bytesPerSecond }
}

/** Real milliseconds until the last piece of a slow body was sent. */
export function trickleMs(length: number, bytesPerSecond: number): number {
  const { bytes, everyMs } = pace(bytesPerSecond)
  return Math.ceil(length / bytes) * everyMs
}
