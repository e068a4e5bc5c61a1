import { factSettings } from '../../../host/facts/fact-settings.ts'
import { findUnit } from '../find-unit.ts'
import { sentBody, type AskedRequest, type ObservedExchange } from '../asked.ts'
import type { Observation } from '../observation.ts'
import { seeAnswer } from './seen-answer.ts'

/** Most requests; each halves the range. */
const MAX_QUESTIONS = 40

/**
 * Finds the maximum `limit` of commands by reads, between a limit that the service accepted and one that it refused.
 * `ask` sends a request to the target and keeps the exchange. Sends nothing if no listing had a limit so far.
 */
export async function findMaximumLimit(
  exchanges: readonly ObservedExchange[],
  ask: (asked: AskedRequest) => Promise<Observation>,
): Promise<void> {
  const limited = exchanges.filter(({ asked }) => sentLimit(asked) !== undefined)
  const listing = limited.findLast(({ asked, observation }) => wasTaken(asked, observation) === true)?.asked
  if (listing === undefined) return
  let taken = Math.max(...limitsThat(true, limited))
  let refused = Math.min(...limitsThat(false, limited))
  for (let n = 0; n < MAX_QUESTIONS && Number.isFinite(refused) && taken + 1 < refused; n++) {
    const limit = nextLimit(taken, refused)
    const isTaken = wasTaken(listing, await ask(withLimit(listing, limit)))
    if (isTaken === undefined) return
    if (isTaken) taken = limit
    else refused = limit
  }
}

/** The next limit to try: the assumed maximum, the number above it, then the double or the middle of the range. */
function nextLimit(taken: number, refused: number): number {
  const standard = factSettings.get('maximum_limit')!.standard as number
  for (const likely of [standard, standard + 1]) if (likely > taken && likely < refused) return likely
  return Math.min(taken * 2, Math.floor((taken + refused) / 2))
}

function limitsThat(wereTaken: boolean, exchanges: readonly ObservedExchange[]): number[] {
  return exchanges.flatMap(({ asked, observation }) =>
    wasTaken(asked, observation) === wereTaken ? [sentLimit(asked)!] : [],
  )
}

/** True for a page, false for `invalid_limit`, undefined for any other answer. */
function wasTaken(asked: AskedRequest, observation: Observation): boolean | undefined {
  const answer = seeAnswer(observation, findUnit(asked))
  if (answer === undefined) return undefined
  if (answer.code === undefined) return true
  return answer.code === 'invalid_limit' ? false : undefined
}

/** The positive `limit` of a request for the first page of a command; undefined for any other request. */
function sentLimit(asked: AskedRequest): number | undefined {
  const page = findUnit(asked)?.page
  if (page?.kind !== 'opaque' || page.place !== 'body') return undefined
  const { limit, cursor } = sentBody(asked)
  return Number.isInteger(limit) && (limit as number) > 0 && cursor === undefined ? (limit as number) : undefined
}

function withLimit(asked: AskedRequest, limit: number): AskedRequest {
  const fields = { ...sentBody(asked), limit }
  return asked.via === 'socket' ? { ...asked, params: fields } : { ...asked, body: JSON.stringify(fields) }
}
