import { expect, it } from 'vitest'
import { chooseEdits, readEdits } from './edits.ts'
import { describeShare } from './table.ts'
import { tryEdits } from './try-edits.ts'

// Ten that tests beside them or in their folder notice: the others need suites that take minutes each.
it('notices ten of the edits by hand', async () => {
  const noticed = readEdits().filter(({ survives }) => survives === undefined)
  const verdicts = await tryEdits(chooseEdits(noticed, 10, 48), 'folder')
  expect(describeShare(verdicts)).toBe('10 of 10 noticed')
})
