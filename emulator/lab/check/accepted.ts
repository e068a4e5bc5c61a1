import { alternatives } from '../../contract/assumptions.ts'
import { mutants } from '../../contract/mutants.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import type { Problem } from '../../engine/checking/problems.ts'
import { acceptedFindings } from '../explore/accepted.ts'

/** Findings accepted beforehand, by the question that finds them. */
export interface Accepted {
  readonly explore: readonly string[]
  readonly questions: readonly string[]
  readonly mutate: readonly string[]
}

export const nothingAccepted: Accepted = { explore: [], questions: [], mutate: [] }

/** Reads a document `{<finding>: <reason>}`, whose names are those of `explore`, `questions` and `mutate`. */
export function acceptedByQuestion(document: unknown): { accepted: string[]; problems: Problem[] } {
  if (!isObject(document)) return acceptedFindings(document)
  const others = Object.entries(document).filter(([id]) => !isAlternative(id) && !isMutant(id))
  const { problems } = acceptedFindings(Object.fromEntries(others))
  const unexplained = Object.entries(document).filter(
    ([id, reason]) => !others.some(([other]) => other === id) && (typeof reason !== 'string' || reason.trim() === ''),
  )
  return {
    accepted: Object.keys(document),
    problems: [
      ...problems,
      ...unexplained.map(([id]): Problem => {
        return { kind: 'type', path: [id], message: 'give a reason for accepting this finding' }
      }),
    ],
  }
}

/** Sorts accepted names by the question that finds them. */
export function sortAccepted(names: readonly string[]): Accepted {
  return {
    explore: names.filter((id) => !isAlternative(id) && !isMutant(id)),
    questions: names.filter(isAlternative),
    mutate: names.filter(isMutant),
  }
}

const isAlternative = (id: string): boolean => alternatives.some((each) => each.id === id)
const isMutant = (id: string): boolean => mutants.some((each) => each.id === id)
