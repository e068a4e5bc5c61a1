import { didYouMean } from '../../../engine/checking/near-miss.ts'
import { tableNames } from '../../../engine/matching/schema-common.ts'
import type { AcceptedNames } from '../../engine/accepted.ts'
import { togetherVerdicts } from './judge.ts'

/** Findings of copies and of mixed releases: `<verdict>`, of records with their tables, as `doubled-record api_keys`. */
export const acceptedTogether: AcceptedNames = {
  form: '<verdict> <tables>: <reason>',
  all: 'findings',
  one: 'finding',
  check: acceptedProblem,
}

/** Validates the id of an accepted finding. */
function acceptedProblem(id: string): string[] {
  const [verdict = '', ...tables] = id.split(' ')
  const check = (noun: string, name: string, known: readonly string[]): string[] =>
    known.includes(name) ? [] : [`there is no ${noun} '${name}'${didYouMean(name, known)}`]
  const problems = check('verdict', verdict, togetherVerdicts)
  return problems.length > 0 ? problems : tables.flatMap((table) => check('table', table, tableNames))
}
