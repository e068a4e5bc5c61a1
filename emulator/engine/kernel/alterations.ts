import type { Exchange } from './exchange.ts'
import type { Host } from './host.ts'
import { mergeRedos, type Redo } from './redo.ts'
import { keepTrace, type Features, type Respond, type Steps } from './steps.ts'

/**
 * Wraps a request whose answer a world may change: by the alternatives in force first (`settings.otherwise`), then by
 * what it breaks on purpose (`settings.broken`).
 */
export function alterations({ otherwise, broken }: Features): Steps['around'] {
  if (!otherwise && !broken) return undefined
  return (host, respond) => {
    const decided: Respond = otherwise ? (redo) => decide(host, respond, redo) : respond
    return broken ? breakOnPurpose(host, decided) : decided()
  }
}

function decide(host: Host, respond: Respond, redo: Redo | undefined): Exchange {
  const before = host.world.snapshot()
  const first = respond(redo)
  const again = (more: Redo) => respond(mergeRedos(redo ?? {}, more))
  return keepTrace(first, host.decider(first, { before, again }))
}

/** Answers a request, then lets the breaker replace the answer. */
function breakOnPurpose(host: Host, respond: Respond): Exchange {
  const before = host.world.snapshot()
  const first = respond()
  return keepTrace(first, host.breaker(first, { before, again: respond }))
}

/** Replaces the caller of a request that is done again for another one. */
export function replaceCaller(exchange: Exchange): void {
  const caller = exchange.broken?.redo?.caller
  if (caller !== undefined) exchange.identified = caller
}

/** Repeats a request and refuses it. */
export function refuseAgain({ broken }: Exchange): void {
  if (broken?.redo?.failure !== undefined) throw broken.redo.failure
}
