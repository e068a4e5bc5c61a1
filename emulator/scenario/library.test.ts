import { describe, expect, it } from 'vitest'
import { describeAll } from '../diagnostics/problems.ts'
import { shippedScenarios } from './files.ts'
import { validate } from './validate.ts'

describe('every shipped scenario', () => {
  it.each(shippedScenarios().map(({ name, file }) => [name, file]))('%s is valid, its world and references included', async (_, file) => {
    expect(describeAll((await validate(file, { distrust: true })).problems)).toBe('')
  })
})
