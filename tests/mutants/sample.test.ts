import { expect, it } from 'vitest'
import { chooseEdits, readEdits } from './edits.ts'
import { describeShare } from './table.ts'
import { tryEdits } from './try-edits.ts'

// Whole test files, and for an edit that survives all of them: an hour at most.
it('notices ten of the edits by hand', { timeout: 3_600_000 }, async () => {
  const noticed = readEdits().filter(({ survives }) => survives === undefined)
  const verdicts = await tryEdits(chooseEdits(noticed, 10, 1), 'all')
  expect(describeShare(verdicts)).toBe('10 of 10 noticed')
})
