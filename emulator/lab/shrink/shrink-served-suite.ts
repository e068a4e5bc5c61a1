import type { Emulator } from '../../host/emulator.ts'
import type { Subject } from '../engine/subject.ts'
import { openServedTests } from '../subjects/served-tests.ts'
import { readSeen } from '../subjects/test-runs.ts'
import type { ClientProgram, Surroundings } from '../subjects/with-program.ts'
import { testLimits } from './failure.ts'
import type { ShrinkReport } from './report.ts'
import { shrinkFailing, type Start } from './shrink-failing.ts'
import type { TriesOptions } from './tries.ts'

/** Makes the world of a server smaller that tests ask. */
export async function shrinkServedSuite(
  suite: Pick<ClientProgram, 'program' | 'key'>,
  { base, start }: { readonly base: Emulator; readonly start: Start },
  around: Surroundings,
  options: TriesOptions,
): Promise<ShrinkReport> {
  const tests = await openServedTests(base, suite, around)
  const run: Subject['run'] = async (overlay, { timeMs }) => {
    const seen = readSeen(await tests.run(overlay.start!.open(), timeMs))
    return { ...seen, ...(!tests.hasAsked() && { calls: [] }) }
  }
  try {
    return await shrinkFailing({ name: suite.program.join(' '), run }, start, { ...testLimits, ...options })
  } finally {
    await tests.close()
  }
}
