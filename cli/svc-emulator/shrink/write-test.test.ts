import { expect, it } from 'vitest'
import type { ShrinkReport } from '../../../emulator/lab/shrink/report.ts'
import { writeTest } from './write-test.ts'
import type { ShrinkSettings } from './shrink-flags.ts'

it('says that a stopped search leaves no test', async () => {
  const report = { failure: ['list.test.ts > lists all', 'expected 11, got 10'] } as unknown as ShrinkReport
  const settings = { program: ['npx', 'vitest', 'run'], output: 'repro.json' } as unknown as ShrinkSettings
  await expect(writeTest(report, settings, {}, AbortSignal.abort())).rejects.toThrow(
    'no test is written: the search was stopped',
  )
})
