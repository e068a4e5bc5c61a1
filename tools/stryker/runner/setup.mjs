// Runs before each test file: tells the mutated code which mutant is on, or counts which test reaches which mutant.
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'

const { namespace, mutant, hitLimit } = inject('stryker')
const stryker = (globalThis[namespace] ??= {})

if (mutant === 'none') {
  stryker.activeMutant = undefined
  stryker.hitCount = undefined
  beforeEach(({ task }) => {
    stryker.currentTestId = task.id
  })
  afterEach(() => {
    stryker.currentTestId = undefined
  })
  afterAll(({}, { meta }) => {
    meta.mutantCoverage = stryker.mutantCoverage
  })
} else {
  beforeAll(() => {
    Object.assign(stryker, { activeMutant: mutant, hitCount: 0, hitLimit })
  })
  afterAll(({}, { meta }) => {
    meta.hitCount = stryker.hitCount
    stryker.activeMutant = undefined
  })
}
