import type { TransportFault } from '../../kernel/faults.ts'
import type { WireResponse } from '../../kernel/wire.ts'

/** How an answer with faults leaves. */
export interface Delivery {
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
  readonly bytesPerSecond: number | undefined
}

type Draft = { -readonly [K in keyof Delivery]: Delivery[K] }

/** Timers hold no more: about 24.8 days. */
const MAX_DELAY_MS = 2 ** 31 - 1

/** What the faults of an answer come to, in the order given. Delays add up. */
export function planDelivery({ status, headers, body, faults = [] }: WireResponse, method: string): Delivery {
  const bytes = method === 'HEAD' || body === null ? null : typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
  const plan: Draft = { delayMs: 0, end: 'answer', status, headers, body: bytes, length: bytes?.length ?? 0, bytesPerSecond: undefined }
  for (const fault of faults) apply(plan, fault)
  return plan
}

function apply(plan: Draft, fault: TransportFault): void {
  switch (fault.kind) {
    case 'delay':
      plan.delayMs = Math.min(plan.delayMs + fault.ms, MAX_DELAY_MS)
      break
    case 'slow':
      plan.bytesPerSecond = fault.bytes_per_second
      break
    case 'drop':
    case 'reset':
      plan.end = fault.kind
      break
    // The work is done; the connection ends without a word of it.
    case 'lose_response':
      plan.end = 'drop'
      break
    case 'empty':
      setBody(plan, plan.body && new Uint8Array(0))
      break
    case 'truncate':
      if (plan.body !== null) plan.body = plan.body.slice(0, fault.bytes ?? Math.floor(plan.length / 2))
      break
    case 'malformed':
      malform(plan)
  }
}

function setBody(plan: Draft, body: Uint8Array<ArrayBuffer> | null): void {
  plan.body = body
  plan.length = body?.length ?? 0
}

/** One brace too many: JSON no longer, whatever it was. A download's JSON is in its header. */
function malform(plan: Draft): void {
  const envelope = plan.headers.indexOf('x-response-body')
  if (envelope >= 0) {
    plan.headers = plan.headers.with(envelope + 1, `{${plan.headers[envelope + 1]}`)
    return
  }
  if (plan.body === null) return
  const broken = new Uint8Array(plan.body.length + 1)
  broken[0] = 0x7b
  broken.set(plan.body, 1)
  setBody(plan, broken)
}

/** A slow body leaves in pieces: so many bytes, each after so many milliseconds. At most twenty pieces a second. */
export function pace(bytesPerSecond: number): { bytes: number; everyMs: number } {
  const bytes = Math.max(1, Math.round(bytesPerSecond / 20))
  return { bytes, everyMs: (bytes * 1000) / bytesPerSecond }
}
