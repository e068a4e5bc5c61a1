// Runs before each test file: switches the mutant on, or counts which test reaches which mutant.
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'

// A property that fails has noticed the mutant; the shortest example of it is not looked for.
fc.configureGlobal({ endOnFailure: true })

const { namespace, mutant, hitLimit } = inject('stryker')
const stryker = (globalThis[namespace] ??= {})
let file

beforeAll(() => {
  Object.assign(
    stryker,
    mutant === 'none'
      ? { activeMutant: undefined, hitCount: undefined }
      : { activeMutant: mutant, hitCount: 0, hitLimit },
  )
})
beforeEach(({ task }) => {
  file = task.file
  if (mutant === 'none') stryker.currentTestId = task.id
})
afterEach(() => {
  stryker.currentTestId = undefined
})
afterAll(() => {
  if (file !== undefined)
    Object.assign(
      file.meta,
      mutant === 'none' ? { mutantCoverage: stryker.mutantCoverage } : { hitCount: stryker.hitCount },
    )
  stryker.activeMutant = undefined
})
