import { didYouMean } from '../../../engine/checking/near-miss.ts'
import { tableNames } from '../../../engine/matching/schema-common.ts'
import type { AcceptedNames } from '../../engine/accepted.ts'
import { faultModel } from '../fault-model.ts'
import { HOME, togetherVerdicts } from './judge.ts'

/**
 * Findings of copies and of mixed releases: `<verdict>`, of records with their tables, as `doubled-record api_keys`. One
 * beside a failure ends with its name: `with lost-answer`.
 */
export const acceptedTogether: AcceptedNames = {
  form: '<verdict> <tables>: <reason>',
  all: 'findings',
  one: 'finding',
  check: acceptedProblem,
}

const faultNames = faultModel.map(({ name }) => name)

/** Validates the id of an accepted finding. */
function acceptedProblem(id: string): string[] {
  const [shown = '', fault] = id.split(' with ')
  const [verdict = '', ...tables] = shown.split(' ')
  const check = (noun: string, name: string, known: readonly string[]): string[] =>
    known.includes(name) ? [] : [`there is no ${noun} '${name}'${didYouMean(name, known)}`]
  const problems = check('verdict', verdict, togetherVerdicts)
  if (problems.length > 0) return problems
  return [
    ...tables.flatMap((table) => check('table', table, [...tableNames, HOME])),
    ...(fault === undefined ? [] : check('fault', fault, faultNames)),
  ]
}
