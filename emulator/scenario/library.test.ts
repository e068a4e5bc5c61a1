import { describe, expect, it } from 'vitest'
import { describeAll } from '../engine/checking/problems.ts'
import { clauses } from '../contract/clauses.ts'
import { loadScenario } from './load.ts'
import { shippedScenarios } from './files.ts'
import { validate } from './validate.ts'

describe('every shipped scenario', () => {
  it.each(shippedScenarios().map(({ name, file }) => [name, file]))(
    '%s is valid, its world and references included',
    async (_, file) => {
      const { problems, loaded } = await validate(file)
      expect(describeAll(problems)).toBe('')
      // Optional in scenarios of users: `list` and the inspector show it of these.
      expect(loaded?.scenario.about).toMatch(/\w/)
    },
  )
})

it('every clause is named by one of them', async () => {
  const scenarios = await Promise.all(shippedScenarios().map(({ file }) => loadScenario(file)))
  const named = new Set(
    scenarios.flatMap(({ scenario: { clauses: whole = [], steps = [] } }) => [
      ...whole,
      ...steps.flatMap((step) => [...(step.clauses ?? []), ...('shows' in step ? (step.shows ?? []) : [])]),
    ]),
  )
  expect(clauses.map(({ id }) => id).filter((id) => !named.has(id))).toEqual([])
})
