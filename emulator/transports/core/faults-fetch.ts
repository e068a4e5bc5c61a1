import type { WireResponse } from '../../kernel/wire.ts'
import { pace, planDelivery, type Delivery } from './faults.ts'

/** The Fetch form of an answer with faults. Rejects as `fetch` does where the connection ends without an answer. */
export async function faultyResponse(response: WireResponse, method: string, signal?: AbortSignal): Promise<Response> {
  const plan = planDelivery(response, method)
  if (plan.delayMs > 0) await pause(plan.delayMs, signal)
  if (plan.end !== 'answer') throw networkError(plan.end)
  const headers = new Headers()
  for (let i = 0; i < plan.headers.length; i += 2) headers.append(plan.headers[i]!, plan.headers[i + 1]!)
  if (plan.body === null) return new Response(null, { status: plan.status, headers })
  headers.set('content-length', String(plan.length))
  return new Response(isWhole(plan) ? plan.body : trickle(plan, plan.body, signal), { status: plan.status, headers })
}

function isWhole({ body, length, bytesPerSecond }: Delivery): boolean {
  return body!.length === length && bytesPerSecond === undefined
}

/** Sends a body piece by piece, and breaks off where less than announced is sent. */
function trickle({ length, bytesPerSecond }: Delivery, body: Uint8Array, signal: AbortSignal | undefined): ReadableStream<Uint8Array> {
  const { bytes, everyMs } = bytesPerSecond === undefined ? { bytes: body.length, everyMs: 0 } : pace(bytesPerSecond)
  const stopped = new AbortController()
  const over = signal === undefined ? stopped.signal : AbortSignal.any([signal, stopped.signal])
  let sent = 0
  // Without a buffer of its own: an error would throw away what waits in it.
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (sent >= body.length) {
        if (sent < length) controller.error(new TypeError('terminated', { cause: coded('other side closed', 'UND_ERR_SOCKET') }))
        else controller.close()
        return
      }
      if (everyMs > 0) await pause(everyMs, over)
      controller.enqueue(body.slice(sent, sent + bytes))
      sent += bytes
    },
    cancel: () => stopped.abort(),
  }, { highWaterMark: 0 })
}

/** What `fetch` rejects with; the cause tells a closed connection from a reset one, as Node's does. */
function networkError(end: 'drop' | 'reset'): TypeError {
  const cause = end === 'reset' ? coded('read ECONNRESET', 'ECONNRESET') : coded('other side closed', 'UND_ERR_SOCKET')
  return new TypeError('fetch failed', { cause })
}

function coded(message: string, code: string): Error {
  return Object.assign(new Error(message), { code })
}

/** Waits in real time; rejects with the signal's reason when it is aborted. */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal!.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal?.aborted === true) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
