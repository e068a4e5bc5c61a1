import { describe, expect, it } from 'vitest'
import { alternatives, mutants } from '../../contract/variants.ts'
import { readAcceptedNames } from '../engine/accepted.ts'
import { acceptedByQuestion, sortAccepted } from './accepted.ts'

const [alternative, mutant, failure] = [alternatives[0]!.id, mutants[0]!.id, 'hung late-answer']

describe('an accept file of check', () => {
  it('has names of all questions', () => {
    const { accepted, problems } = readAcceptedNames(
      { [alternative]: 'a', [mutant]: 'b', [failure]: 'c' },
      acceptedByQuestion,
    )
    expect(problems).toEqual([])
    expect(sortAccepted(accepted)).toEqual({ explore: [failure], questions: [alternative], mutate: [mutant] })
  })

  it('needs a reason for each, and names that are known', () => {
    const { problems } = readAcceptedNames(
      { [alternative]: '', [mutant]: 3, 'hung late-anwser': 'typo' },
      acceptedByQuestion,
    )
    expect(problems.map(({ path }) => path[0])).toEqual([alternative, mutant, 'hung late-anwser'])
  })
})
