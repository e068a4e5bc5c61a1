import { resolve } from 'node:path'
import { mergeAudits } from '../../lab/audit/audit.ts'
import { writeAudit } from '../msw/audit-report.ts'
import { wantAudits } from '../node/audit-file.ts'
import { readEachCoverage, readTestCoverage } from './coverage-meta.ts'
import { bundleIn, wantBundles } from './failure-bundle.ts'
import { writeBundles } from './node-bundle-files.ts'
import { writeCoverage, type CoverageReporterOptions } from './node-coverage-file.ts'

export type { CoverageReporterOptions } from './node-coverage-file.ts'

/** Fields of vitest, 3 and later, that the reporter reads. */
interface TestModule {
  readonly children: { allTests(): Iterable<{ readonly fullName: string; meta(): object }> }
}

export interface VitestReporterOptions extends CoverageReporterOptions {
  /** `on-failure`: writes a bundle of each failed test, and prints the command that shows it. Default `off`. */
  readonly trace?: 'on-failure' | 'off'
  /** Folder of the bundles. Default `test-results`. */
  readonly bundles?: string
}

interface CoverageReporter {
  onTestRunEnd(modules: readonly TestModule[]): Promise<void>
}

/**
 * A reporter for `reporters` of vitest's configuration. At the end of the run it writes how often each clause and
 * assumption was exercised by tests that use the `emulator` fixture. Workers report it through the `meta` of their
 * tests, so that one file covers them all. Reports of `auditHandlers` are printed as one list. With `trace: 'on-failure'` it also writes a bundle of each failed test.
 */
export function coverageReporter(options: VitestReporterOptions = {}): CoverageReporter {
  if (options.trace === 'on-failure') wantBundles()
  const readAudits = wantAudits()
  return {
    async onTestRunEnd(modules) {
      const audits = readAudits()
      if (audits.length > 0) console.log(writeAudit('pretty', mergeAudits(audits)))
      const tests = modules.flatMap(({ children }) => [...children.allTests()])
      await writeCoverage(
        tests.map((test) => readTestCoverage(test.fullName, readEachCoverage(test.meta()))),
        options,
      )
      if (options.trace !== 'on-failure') return
      const failed = tests.flatMap((test) => {
        const bundle = bundleIn(test.meta())
        return bundle === undefined ? [] : [{ name: test.fullName, bundle }]
      })
      await writeBundles(failed, resolve(options.bundles ?? 'test-results'))
    },
  }
}

// Vitest looks for the default export of a reporter that is named by its module, and calls it with `new`.
// oxlint-disable-next-line import/no-default-export
export default coverageReporter
