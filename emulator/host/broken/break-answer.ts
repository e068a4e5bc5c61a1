import type { NamedMutant } from '../../contract/mutants.ts'
import { cites } from '../../engine/coverage/citation-set.ts'
import { meetings } from '../../engine/coverage/meetings.ts'
import type { Exchange } from '../../engine/kernel/exchange.ts'
import type { Breaker, Attempt } from '../../engine/kernel/host.ts'
import { findMutant } from '../../engine/world/rules.ts'
import { editOtherFields } from './edit-other-fields.ts'
import { mutators } from './mutators.ts'

/**
 * Applies the first mutant of the world whose clause the answer rests on, and those after it that change other fields.
 * Other answers, and those that a trigger made, stay unchanged.
 */
export const breakAnswer: Breaker = (exchange, attempt) => {
  if (exchange.failure?.injected) return exchange
  const { settings } = exchange.world
  const applied: NamedMutant[] = []
  let broken = exchange
  for (const id of settings.broken) {
    const mutant = findMutant(id)
    if (mutant === undefined || !cites(exchange.citations, mutant.clause)) continue
    if (!applied.every(({ by }) => editOtherFields(by, mutant.by))) continue
    broken = applyMutant(mutant, broken, attempt)
    applied.push(mutant)
  }
  return broken
}

/** Applies a mutant. The citations stay those of the unbroken answer: they name the broken statement. */
function applyMutant(mutant: NamedMutant, exchange: Exchange, attempt: Attempt): Exchange {
  const mutate = mutators[mutant.by.mutator]
  const broken = mutate(mutant.by as never, exchange, attempt)
  broken.citations = exchange.citations
  broken.broken = { ...broken.broken, mutants: [...(broken.broken?.mutants ?? []), mutant.id] }
  meetings?.broke(mutant.id)
  broken.note(`broken on purpose, ${mutant.id}: the emulator ${mutant.breaks}`)
  return broken
}
