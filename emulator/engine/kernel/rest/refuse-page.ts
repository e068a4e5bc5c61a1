import { ApiError } from '../../../contract/api-error.ts'
import { Exchange } from '../exchange.ts'
import type { Host } from '../host.ts'
import { countCitations, record } from '../perform.ts'
import { pass, stepsByFeatures, when } from '../steps.ts'
import { beginVariation, varyAnswer } from '../unspecified/vary.ts'
import type { WireRequest, WireResponse } from '../wire.ts'
import { dropUnsentBody, writeAnswer } from './http.ts'

/**
 * Refuses a page with 403 by a rule of this emulator, which exercises no clause of the service. `note` goes to log and
 * journal.
 */
export function refusePage(host: Host, request: WireRequest, message: string, note: string): WireResponse {
  return refuseAtOnce(host, request, new ApiError('forbidden', message, { injected: true }), note)
}

/** Refuses a request without routing it. */
export function refuseAtOnce(host: Host, request: WireRequest, failure: ApiError, note?: string): WireResponse {
  const exchange = pass(host, refusalSteps(host), () => {
    const refused = new Exchange(host, request)
    refused.refuse(failure)
    if (note !== undefined) refused.note(note)
    return refused
  })
  return exchange.response!
}

const refusalSteps = stepsByFeatures((on) => ({
  around: undefined,
  arrive: [],
  rewrite: [],
  handle: when(on.vary, beginVariation),
  answer: [writeAnswer, ...when(on.vary, varyAnswer)],
  conclude: [dropUnsentBody, countCitations, ...when(on.journal, record)],
}))
