import { NOTHING_BROKEN } from '../../contract/mutation.ts'
import { mutants, type NamedMutant } from '../../contract/mutants.ts'
import { cites } from '../../engine/coverage/citation-set.ts'
import { meetings } from '../../engine/coverage/meetings.ts'
import { didYouMeanId } from '../../engine/checking/did-you-mean-id.ts'
import type { Path, Problem } from '../../engine/checking/problems.ts'
import type { Exchange } from '../../engine/kernel/exchange.ts'
import type { Breaker, Attempt } from '../../engine/kernel/host.ts'
import { editOtherFields } from './edit-other-fields.ts'
import { mutators } from './mutators.ts'

let byId: ReadonlyMap<string, NamedMutant> | undefined

export function findMutant(id: string): NamedMutant | undefined {
  return (byId ??= new Map(mutants.map((mutant) => [mutant.id, mutant]))).get(id)
}

/** Problem of an id that names no mutant. */
export function unknownMutant(id: string, path: Path): Problem[] {
  if (findMutant(id) !== undefined || id === NOTHING_BROKEN) return []
  return [
    {
      kind: 'value',
      path,
      message: `there is no clause '${id}' that can be broken${didYouMeanId(
        id,
        mutants.map((each) => each.id),
      )}`,
    },
  ]
}

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
