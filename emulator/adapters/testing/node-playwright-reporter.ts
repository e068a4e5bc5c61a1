import { BUNDLE_ATTACHMENT } from './failure-bundle.ts'
import { printShow } from './node-bundle-files.ts'
import { COVERAGE_META, readTestCoverage, type CountsByContract, type TestCoverage } from './coverage-meta.ts'
import { writeCoverage, type CoverageReporterOptions } from './node-coverage-file.ts'

export type { CoverageReporterOptions } from './node-coverage-file.ts'

/** Fields of Playwright's test result that the reporter reads. */
interface PlaywrightResult {
  readonly attachments: readonly { readonly name: string; readonly body?: Uint8Array; readonly path?: string }[]
}

interface TestCase {
  titlePath(): readonly string[]
}

/** Name of a test from its groups and title; project and file names are left out. */
function formatName(test: TestCase): string {
  return test.titlePath().slice(3).join(' > ')
}

/**
 * Coverage reporter for Playwright, which constructs it itself: `reporter: [['svc-emulator/playwright/reporter', { file
 * }]]`.
 */
export class CoverageReporter {
  readonly #options: CoverageReporterOptions
  readonly #tests: TestCoverage[] = []

  constructor(options: CoverageReporterOptions = {}) {
    this.#options = options
  }

  onTestEnd(test: TestCase, { attachments }: PlaywrightResult): void {
    for (const { name, body, path } of attachments) {
      if (name === BUNDLE_ATTACHMENT && path !== undefined) printShow(formatName(test), path)
      if (name === COVERAGE_META && body !== undefined)
        this.#tests.push(
          readTestCoverage(formatName(test), JSON.parse(new TextDecoder().decode(body)) as CountsByContract),
        )
    }
  }

  onEnd(): Promise<void> {
    return writeCoverage(this.#tests, this.#options)
  }

  printsToStdio(): boolean {
    return false
  }
}

// Playwright looks for the default export.
// oxlint-disable-next-line import/no-default-export
export default CoverageReporter
