import { coverageOf } from './coverage-meta.ts'
import { writeCoverage, type CoverageReporterOptions } from './node-coverage-file.ts'

export type { CoverageReporterOptions } from './node-coverage-file.ts'

/** What the reporter needs of vitest, 3 and later. */
interface TestModule {
  readonly children: { allTests(): Iterable<{ readonly fullName: string; meta(): object }> }
}

interface CoverageReporter {
  onTestRunEnd(modules: readonly TestModule[]): Promise<void>
}

/**
 * A reporter for `reporters` of vitest's configuration: at the end of the run it writes how often each clause and assumption was
 * exercised by tests that use the `emulator` fixture. Workers tell it through the `meta` of their tests, so that one file holds
 * what all of them did.
 */
export function coverageReporter(options: CoverageReporterOptions = {}): CoverageReporter {
  return {
    onTestRunEnd: (modules) => writeCoverage(modules.flatMap(({ children }) => [...children.allTests()].map((test) => ({ name: test.fullName, counts: coverageOf(test.meta()) }))), options),
  }
}
