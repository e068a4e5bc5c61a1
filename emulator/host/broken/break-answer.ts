import { NOTHING_BROKEN } from '../../contract/mutation.ts'
import { mutants, type NamedMutant } from '../../contract/mutants.ts'
import { cites } from '../../engine/coverage/citation-set.ts'
import { didYouMean } from '../../engine/checking/near-miss.ts'
import type { Path, Problem } from '../../engine/checking/problems.ts'
import type { Exchange } from '../../engine/kernel/exchange.ts'
import type { Breaker, Attempt } from '../../engine/kernel/host.ts'
import { mutators } from './mutators.ts'

let byId: ReadonlyMap<string, NamedMutant> | undefined

export function mutantOf(id: string): NamedMutant | undefined {
  return (byId ??= new Map(mutants.map((mutant) => [mutant.id, mutant]))).get(id)
}

/** What is wrong with an id that names no mutant. */
export function unknownMutant(id: string, path: Path): Problem[] {
  if (mutantOf(id) !== undefined || id === NOTHING_BROKEN) return []
  return [
    {
      kind: 'value',
      path,
      message: `there is no clause '${id}' that can be broken${didYouMean(
        id,
        mutants.map((each) => each.id),
      )}`,
    },
  ]
}

/**
 * Breaks the first statement that the world breaks and the answer rests on. Answers that rest on none of them, and those that a
 * trigger made up, stay as they are.
 */
export const breakAnswer: Breaker = (exchange, attempt) => {
  if (exchange.failure?.injected) return exchange
  const { settings } = exchange.world
  for (const id of settings.broken) {
    const mutant = mutantOf(id)
    if (mutant === undefined || !cites(exchange.citations, mutant.clause)) continue
    return carriedOut(mutant, exchange, attempt)
  }
  return exchange
}

/** What an answer rests on it goes on resting on, broken or not: that is what is broken. */
function carriedOut(mutant: NamedMutant, exchange: Exchange, attempt: Attempt): Exchange {
  const mutate = mutators[mutant.by.mutator]
  const broken = mutate(mutant.by as never, exchange, attempt)
  broken.citations = exchange.citations
  broken.broken = { ...broken.broken, mutant: mutant.id }
  broken.note(`broken on purpose, ${mutant.id}: the emulator ${mutant.breaks}`)
  return broken
}
