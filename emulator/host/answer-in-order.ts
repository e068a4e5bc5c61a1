import { callNameOf } from '../engine/journal/call-name.ts'
import type { Host } from '../engine/kernel/host.ts'
import { answerHttp, pathOf } from '../engine/kernel/rest/http.ts'
import type { WireRequest, WireResponse } from '../engine/kernel/wire.ts'

/** Answers a request of the REST API when the order of its world lets it through; one that is no call of it at once. */
export function answerInOrder(host: Host, request: WireRequest): WireResponse | Promise<WireResponse> {
  const { order } = host
  const unit = host.kernel.router.find(request.method, pathOf(request.url) ?? '')?.unit
  if (unit === undefined) return answerHttp(host, request)
  const call = order.arrived(callNameOf(unit.id, request.url), 'http')
  return new Promise((resolve) => {
    order.pass(`${call} is handled`, () => {
      const response = answerHttp(host, request)
      order.pass(`${call} is answered`, () => resolve(response))
    })
  })
}
