/** Combines the faults of an answer into a delivery, for transports and for replays in process. */
import { announcedLength, bodyBytes } from './answer-body.ts'
import type { DeliveryFault } from './definition.ts'
import { trickleMs, type HttpDelivery } from './http-delivery.ts'
import { faultKind, takesTime, type Fault } from './registry.ts'
import type { SocketDelivery } from './socket-delivery.ts'

interface FaultyAnswer {
  readonly status: number
  /** Alternating names and values. */
  readonly headers: readonly string[]
  readonly body: string | Uint8Array | null
  readonly stream?: unknown
  readonly faults?: readonly Fault[] | undefined
}

/** Plans the delivery of an answer over HTTP. All faults act, in the given order. */
export function plan(response: FaultyAnswer, method: string): HttpDelivery {
  const { status, headers, body, faults = [] } = response
  const delivery: HttpDelivery = {
    delayMs: 0,
    end: 'answer',
    status,
    headers,
    body: body === null ? null : bodyBytes(body),
    length: announcedLength(response) ?? null,
    bytesPerSecond: undefined,
    stallMs: 0,
  }
  for (const fault of faults) {
    const { http } = deliveryKind(fault)
    if (typeof http === 'function') Object.assign(delivery, http(delivery, readArgument(fault)))
  }
  return method === 'HEAD' ? { ...delivery, body: null } : delivery
}

/** Plans the delivery of the frame that answers a call; of nothing if `text` is undefined, as for a notification. */
export function planFrame(text: string | undefined, faults: readonly Fault[]): SocketDelivery {
  const delivery: SocketDelivery = {
    delayMs: 0,
    frames: text === undefined ? [] : [text],
    afterNext: false,
    end: undefined,
  }
  for (const fault of faults) Object.assign(delivery, deliveryKind(fault).socket(delivery, readArgument(fault)))
  return delivery
}

interface BatchAnswer {
  /** Undefined for a notification. */
  readonly text: string | undefined
  readonly faults: readonly Fault[] | undefined
}

/**
 * Plans the delivery of a batch, which is one frame; `join` makes it of the answers. A fault of one answer acts within
 * the frame, any other on the frame.
 */
export function planBatch(
  answers: readonly BatchAnswer[],
  join: (texts: readonly string[]) => string | undefined,
): SocketDelivery {
  const planned = answers.map(({ text, faults = [] }) =>
    planFrame(
      text,
      faults.filter((fault) => deliveryKind(fault).inBatch === 'answer'),
    ),
  )
  const texts = [false, true].flatMap((afterNext) =>
    planned.filter((each) => each.afterNext === afterNext).flatMap(({ frames }) => frames),
  )
  return planFrame(
    join(texts),
    answers.flatMap(({ faults = [] }) => faults.filter((fault) => deliveryKind(fault).inBatch === 'frame')),
  )
}

/** Real milliseconds that faults add to an exchange: `delay` before its answer, and `slow` while it is sent. */
export function addedDelay(answer: FaultyAnswer, { via, method }: { via: 'http' | 'socket'; method: string }): number {
  const { faults = [], body } = answer
  if (!faults.some(takesTime)) return 0
  if (via === 'socket') return planFrame(asText(body), faults).delayMs
  const { delayMs, bytesPerSecond, body: sent } = plan(answer, method)
  return delayMs + (bytesPerSecond === undefined ? 0 : trickleMs(sent?.length ?? 0, bytesPerSecond))
}

/** Kind of a fault of delivery. Faults that answer in place of the service act earlier. */
function deliveryKind(fault: Fault): DeliveryFault<string, never> {
  const kind = faultKind(fault)
  if ('answer' in kind) throw new TypeError(`the fault '${kind.name}' is no part of a delivery`)
  return kind
}

function readArgument(fault: Fault): never {
  return Object.values(fault)[0] as never
}

function asText(body: FaultyAnswer['body']): string | undefined {
  return body === null || typeof body === 'string' ? (body ?? undefined) : new TextDecoder().decode(body)
}
