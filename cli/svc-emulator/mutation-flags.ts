import { clauseIds } from '../../emulator/contract/statement-ids.ts'
import { didYouMean } from '../../emulator/diagnostics/near-miss.ts'
import { usageError } from '../shared/client-error.ts'
import { choiceOf, percentOf } from './values.ts'

/** What `--mutate` and `mutate` are asked for. */
export interface MutationSettings {
  readonly reporter: 'pretty' | 'json'
  /** Beginnings of clause ids: `pagination`, `users.get`. */
  readonly only: readonly string[] | undefined
  readonly min: number | undefined
  readonly accept: string | undefined
}

interface Flags {
  readonly reporter: string | undefined
  readonly only: string | undefined
  readonly min: string | undefined
  readonly accept: string | undefined
}

export function mutationFlags({ reporter, only, min, accept }: Flags): MutationSettings {
  return { reporter: choiceOf('reporter', reporter, ['pretty', 'json']) ?? 'pretty', only: sectionsIn(only), min: percentOf('min', min), accept }
}

/** A clause, or the words that several begin with. */
function sectionsIn(text: string | undefined): string[] | undefined {
  const words = text?.split(',').map((word) => word.trim()).filter((word) => word !== '')
  for (const word of words ?? []) {
    if (clauseIds.some((id) => id === word || id.startsWith(`${word}.`))) continue
    const sections = new Set(clauseIds.flatMap((id) => [id, id.split('.')[0]!]))
    throw usageError(`--only names no clause and no group of clauses: '${word}'${didYouMean(word, sections)}`)
  }
  return words
}
