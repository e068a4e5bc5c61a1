import { mkdir } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { clauseSections, coverageTotals } from '../../engine/coverage/sections.ts'
import { countedWires } from '../../engine/coverage/wires.ts'
import { replaceFile } from '../node/replace-file.ts'
import { reportOf, type TestCoverage } from './coverage-meta.ts'

export interface CoverageReporterOptions {
  /** Where the report goes. Default `coverage/svc-emulator.json`. Give processes that run at the same time a file each. */
  readonly file?: string
  /** Default true: one line at the end of the run. */
  readonly summary?: boolean
}

/** Writes what the tests of a run exercised, in the form of `emulator.coverage()`. */
export async function writeCoverage(tests: Iterable<TestCoverage>, options: CoverageReporterOptions): Promise<void> {
  const file = resolve(options.file ?? 'coverage/svc-emulator.json')
  const report = reportOf(tests)
  await mkdir(dirname(file), { recursive: true })
  await replaceFile(file, `${JSON.stringify(report, null, 2)}\n`)
  if (options.summary === false) return
  const totals = coverageTotals(report, clauseSections(report, countedWires))
  console.log(`\nsvc-emulator: ${totals.join(', ')}; ${relative('.', file)}`)
}
