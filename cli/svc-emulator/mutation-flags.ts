import { clauseIds } from '../../emulator/contract/clauses.ts'
import { withGroups } from '../../emulator/contract/clause-groups.ts'
import { mutants } from '../../emulator/contract/mutants.ts'
import { didYouMeanId } from '../../emulator/engine/checking/did-you-mean-id.ts'
import { chosenMutants } from '../../emulator/lab/mutation/only.ts'
import { mutationReporters, type MutationReporter } from '../../emulator/lab/mutation/mutation-report.ts'
import { usageError } from '../shared/client-error.ts'
import { parseChoice, parsePercent } from './values.ts'

/** Flags that `--mutate` and `mutate` share. */
export interface MutationSettings {
  readonly reporter: MutationReporter
  /** Clauses, groups of them (`pagination`, `users.get`), or mutants. */
  readonly only: readonly string[] | undefined
  readonly min: number | undefined
  readonly accept: string | undefined
  /** Names what was noticed, too. */
  readonly killed: boolean
}

interface Flags {
  readonly reporter: string | undefined
  readonly only: string | undefined
  readonly min: string | undefined
  readonly accept: string | undefined
  readonly killed: boolean
}

export function mutationFlags({ reporter, only, min, accept, killed }: Flags): MutationSettings {
  return {
    reporter: parseChoice('reporter', reporter, mutationReporters) ?? 'pretty',
    only: chosenIn(only),
    min: parsePercent('min', min),
    accept,
    killed,
  }
}

function chosenIn(text: string | undefined): string[] | undefined {
  const words = text
    ?.split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  for (const word of words ?? []) {
    if (chosenMutants([word]).length > 0) continue
    const isClause = clauseIds.some((id) => id === word || id.startsWith(`${word}.`))
    throw usageError(
      isClause
        ? `--only: nothing can break ${word}`
        : `--only names no clause and no group of clauses: '${word}'${didYouMeanId(word, withGroups(mutants.map(({ id }) => id)))}`,
    )
  }
  return words
}
