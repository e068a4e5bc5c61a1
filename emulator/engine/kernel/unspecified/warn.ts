import { type AssumptionId, assumptionTitle } from '../../../contract/assumption-ids.ts'
import { observedText } from '../../coverage/observed.ts'
import { clauseCount, statementIds } from '../../coverage/statements.ts'
import type { Exchange } from '../exchange.ts'

/** Warns of each assumption on the first answer of a world that relies on it (`unspecified: warn`). */
export function warnAssumptions(exchange: Exchange): void {
  const { host, unit, citations } = exchange
  const { reliedOn } = host
  for (const position of citations.positions) {
    if (position < clauseCount || reliedOn.has(position)) continue
    reliedOn.add(position)
    const id = statementIds[position] as AssumptionId
    const asked = unit?.id ?? exchange.request.url.split('?', 1)[0]!
    const seen = observedText(host.observed, id)
    host.warn(`unspecified: ${asked} relies on ${id} (${assumptionTitle(id)})${seen === undefined ? '' : `, ${seen}`}`)
  }
}
