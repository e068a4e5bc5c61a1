import type { ReportFormat } from '../../emulator/scenario/reports/report.ts'
import { usageError } from '../shared/client-error.ts'
import type { FlagSettings, Flags } from '../shared/command.ts'
import { list, percent } from './values.ts'

/** Flags that `mutate` and `replay --mutate` share. */
export const mutationFlags = {
  only: {
    value: 'clauses',
    many: true,
    parse: mutantChoice,
    about: 'Try only these clauses, groups of clauses, or mutants, comma-separated: pagination, users.get',
  },
  min: { value: 'percent', parse: percent, about: 'Fail if a smaller share of the mutants is noticed' },
  accept: { value: 'file', about: 'File of known survivors to accept, each as `<mutant>: <reason>`' },
  killed: { about: 'List the mutants that were noticed, too, each with the test that noticed it' },
} as const satisfies Flags

/** Settings from these flags. */
export type MutationSettings = FlagSettings<typeof mutationFlags> & { readonly reporter: ReportFormat }

/** Parses the name of one mutant. */
export async function oneMutant(text: string): Promise<string> {
  const [{ mutants }, { didYouMeanId }] = await Promise.all([
    import('../../emulator/contract/variants.ts'),
    import('../../emulator/engine/checking/did-you-mean-id.ts'),
  ])
  const ids = mutants.map(({ id }) => id)
  if (!ids.includes(text)) throw usageError(`--case names no mutant: '${text}'${didYouMeanId(text, ids)}`)
  return text
}

/** Parses clauses, groups of them (`pagination`, `users.get`), or mutants. Loaded when needed: the contract is large. */
async function mutantChoice(text: string): Promise<readonly string[]> {
  const [{ clauseIds }, { withGroups }, { mutants }, { didYouMeanId }, { chooseVariants }] = await Promise.all([
    import('../../emulator/contract/clauses.ts'),
    import('../../emulator/contract/clause-groups.ts'),
    import('../../emulator/contract/variants.ts'),
    import('../../emulator/engine/checking/did-you-mean-id.ts'),
    import('../../emulator/lab/engine/variant.ts'),
  ])
  const words = list(text)
  for (const word of words) {
    if (chooseVariants(mutants, [word]).length > 0) continue
    const isClause = clauseIds.some((id) => id === word || id.startsWith(`${word}.`))
    throw usageError(
      isClause
        ? `--only: nothing can break ${word}`
        : `--only names no clause and no group of clauses: '${word}'${didYouMeanId(word, withGroups(mutants.map(({ id }) => id)))}`,
    )
  }
  return words
}
