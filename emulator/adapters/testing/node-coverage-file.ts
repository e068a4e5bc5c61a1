import { mkdir } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { plural } from '../../engine/checking/plural.ts'
import { clauseSections, coverageTotals } from '../../engine/coverage/sections.ts'
import { countedWires } from '../../engine/coverage/wires.ts'
import { replaceFile } from '../node/replace-file.ts'
import { makeCoverageReport, type TestCoverage } from './coverage-meta.ts'

export interface CoverageReporterOptions {
  /** Path of the report. Default `coverage/svc-emulator.json`. Concurrent processes need a file each. */
  readonly file?: string
  /** Prints one line at the end of the run. Default true. */
  readonly summary?: boolean
}

/** Writes the coverage of a run, in the form of `emulator.coverage()`. */
export async function writeCoverage(tests: Iterable<TestCoverage>, options: CoverageReporterOptions): Promise<void> {
  const file = resolve(options.file ?? 'coverage/svc-emulator.json')
  const report = makeCoverageReport(tests)
  await mkdir(dirname(file), { recursive: true })
  await replaceFile(file, `${JSON.stringify(report, null, 2)}\n`)
  if (options.summary === false) return
  const totals = coverageTotals(report, clauseSections(report, countedWires))
  const foreign = [...tests].filter(({ isForeign }) => isForeign === true).length
  const beside = foreign === 0 ? [] : [`${plural(foreign, 'test')} of another contract not counted`]
  console.log(`\nsvc-emulator: ${[...totals, ...beside].join(', ')}; ${relative('.', file)}`)
}
