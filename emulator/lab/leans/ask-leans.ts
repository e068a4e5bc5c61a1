import { alternatives, mutants, type StatementVariant } from '../../contract/variants.ts'
import { statementIds } from '../../engine/coverage/statements.ts'
import { askAll, type Begun, type Live } from '../engine/begun.ts'
import type { Question } from '../engine/question.ts'
import { type Variant, vary } from '../engine/variant.ts'
import { inOrderOfWeight } from '../mutation/report.ts'
import { MORE_CALLS } from '../questions/ask-subject.ts'
import { findEffect } from '../questions/find-difference.ts'
import { makeLeanFile, type TriedChange, type LeanCommand, type LeanFile } from './lean-file.ts'

/** A world with a broken sentence, or one that follows an alternative. */
export interface LeanVariant extends Variant {
  readonly change: StatementVariant
}

/** All ways in which statements can change, the most telling first. */
export function listChanges(isWanted: (statement: string) => boolean): LeanVariant[] {
  return [...inOrderOfWeight(mutants), ...alternatives]
    .filter(({ statement }) => isWanted(statement))
    .map((change) => ({ ...vary(change), change }))
}

const question = (variants: readonly LeanVariant[]): Question<LeanVariant, TriedChange> => ({
  name: 'leans',
  variants: () => variants,
  judge(variant, seen, { first, masks }) {
    const { difference, shown } = findEffect(variant.change, first, seen, masks)
    if (difference === undefined) return { id: variant.id, noticedBy: [], isShown: shown }
    const { effect, tests = [] } = difference
    const noticedBy = tests.length > 0 ? tests : [effect === 'failure' ? 'fails' : 'another result']
    return { id: variant.id, noticedBy, isShown: true }
  },
  isFinding: ({ noticedBy }) => noticedBy.length > 0,
})

interface AskedLeans {
  readonly lean: LeanFile
  /** Changes that were tried, each with all that notice it. */
  readonly changes: readonly TriedChange[]
}

/** Finds which of the statements that a subject met it leans on. `command`: undefined for a function. */
export async function askLeans(
  begun: Begun,
  command: LeanCommand | undefined,
  live?: Live<TriedChange>,
): Promise<AskedLeans> {
  const { first } = begun.baseline
  const met = first.met()
  const variants = listChanges((id) => met.has(id))
  const asked = await askAll(question(variants), begun, MORE_CALLS, live)
  const askable = new Set(variants.flatMap(({ statements }) => statements))
  const changes = [...asked.values()]
  const lean = makeLeanFile(
    {
      subject: begun.subject.name,
      command,
      statements: { met: met.size, of: statementIds.length },
      calls: first.units === undefined ? undefined : [...first.units()],
      notAsked: variants.filter(({ id }) => !asked.has(id)).map(({ id }) => id),
      notAskable: [...met.keys()].filter((id) => !askable.has(id)),
    },
    changes,
  )
  return { lean, changes }
}
