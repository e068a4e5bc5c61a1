import { describe, expect, it } from 'vitest'
import { describeAll } from '../diagnostics/problems.ts'
import { shippedScenarios } from './files.ts'
import { validate } from './validate.ts'

describe('every shipped scenario', () => {
  it.each(shippedScenarios().map(({ name, file }) => [name, file]))('%s is valid, its world and references included', async (_, file) => {
    const { problems, loaded } = await validate(file, { distrust: true })
    expect(describeAll(problems)).toBe('')
    // Optional in scenarios of users: `list` and the inspector show it of these.
    expect(loaded?.scenario.about).toMatch(/\w/)
  })
})
