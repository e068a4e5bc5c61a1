import { formatShare, reaches } from '../../emulator/engine/checking/share.ts'
import type { CoverageReport } from '../../emulator/engine/coverage/coverage.ts'
import { mergeReports } from '../../emulator/engine/coverage/merge.ts'
import { coverageRemarks } from '../../emulator/engine/coverage/remarks.ts'
import {
  assumptionSection,
  clauseSections,
  coverageTotals,
  countTotals,
  type CoveredSection,
} from '../../emulator/engine/coverage/sections.ts'
import type { Report, ReportSection } from '../../emulator/scenario/reports/report.ts'
import { ClientError } from '../shared/client-error.ts'
import type { Io } from '../shared/io.ts'
import { checkWritable } from '../shared/write-file.ts'
import { printReport } from './lab-command.ts'
import { readReports } from './coverage-sources.ts'
import type { wires } from '../../emulator/engine/coverage/wires.ts'

/** Settings from the flags of `coverage`. */
interface CoverageSettings {
  readonly sources: readonly string[]
  readonly reporter: 'pretty' | 'json' | 'html'
  readonly output: string | undefined
  readonly min: number | undefined
  readonly wire: readonly (typeof wires)[number][]
  readonly all: boolean
  readonly controlToken: string | undefined
}

/** Writes the report. Fails if less was exercised than required. */
export async function reportCoverage(settings: CoverageSettings, io: Io): Promise<void> {
  const { output, all, min } = settings
  if (output !== undefined) await checkWritable('--output', output)
  const report = mergeReports(await readReports(settings.sources, settings.controlToken))
  const sections = clauseSections(report, settings.wire)
  await printReport(describeCoverage(report, sections, 'Coverage of the svc specification'), settings, io, { all })
  const { exercised, total } = countTotals(sections)
  if (min !== undefined && !reaches(exercised, total, min)) {
    throw new ClientError(
      'UNEXPECTED',
      `${exercised} of ${total} clauses exercised: ${formatShare(exercised, total)} is less than --min ${min}`,
    )
  }
}

/** Coverage as a report: a case for each statement, passed once it was exercised. */
export function describeCoverage(report: CoverageReport, sections: readonly CoveredSection[], title: string): Report {
  return {
    title,
    sections: [...sections.map(describeSection), { ...describeSection(assumptionSection(report)), aside: true }],
    remarks: coverageRemarks(report),
    summary: coverageTotals(report, sections).join('\n'),
    document: { ...report, total: countTotals(sections), sections },
  }
}

function describeSection({ title, total, exercised, statements }: CoveredSection): ReportSection {
  return {
    name: title,
    verdict: exercised < total ? 'failed' : 'passed',
    measured: true,
    cases: statements.map(({ id, count, statement, tests = [] }) => ({
      name: id,
      verdict: count > 0 ? 'passed' : 'failed',
      word: count > 0 ? `${count} times` : 'never',
      about: statement,
      tests,
    })),
  }
}
