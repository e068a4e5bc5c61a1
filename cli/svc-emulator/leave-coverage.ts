import { join } from 'node:path'
import type { CoverageReport } from '../../emulator/engine/coverage/coverage.ts'
import { envValue, type Io } from '../shared/io.ts'

/** True if this process should write a coverage report. */
export function leavesCoverage({ env }: Io): boolean {
  return coverageFolder(env) !== undefined
}

/**
 * Writes the coverage of this process to the folder in SVC_EMULATOR_COVERAGE, into a file of its own, for `svc-emulator
 * coverage`.
 */
export async function leaveCoverage({ env }: Io, reports: () => Iterable<CoverageReport>): Promise<void> {
  const folder = coverageFolder(env)
  if (folder === undefined) return
  const [{ mkdir }, { mergeReports }, { writeWhole }] = await Promise.all([
    import('node:fs/promises'),
    import('../../emulator/engine/coverage/merge.ts'),
    import('../shared/write-file.ts'),
  ])
  await mkdir(folder, { recursive: true })
  await writeWhole('', join(folder, `svc-emulator-${process.pid}.json`), `${JSON.stringify(mergeReports(reports()))}\n`)
}

function coverageFolder(env: Io['env']): string | undefined {
  return envValue(env, 'SVC_EMULATOR_COVERAGE')
}
