import { COVERAGE_META, type Counts } from './coverage-meta.ts'
import { writeCoverage, type CoverageReporterOptions } from './node-coverage-file.ts'

export type { CoverageReporterOptions } from './node-coverage-file.ts'

/** What the reporter needs of a result of Playwright. */
interface TestResult {
  readonly attachments: readonly { readonly name: string; readonly body?: Uint8Array }[]
}

/** The same for Playwright, which makes its reporters itself: `reporter: [['svc-emulator/playwright/reporter', { file }]]`. */
export class CoverageReporter {
  readonly #options: CoverageReporterOptions
  readonly #counts: Counts[] = []

  constructor(options: CoverageReporterOptions = {}) {
    this.#options = options
  }

  onTestEnd(_: unknown, { attachments }: TestResult): void {
    for (const { name, body } of attachments) {
      if (name === COVERAGE_META && body !== undefined) this.#counts.push(JSON.parse(new TextDecoder().decode(body)) as Counts)
    }
  }

  onEnd(): Promise<void> {
    return writeCoverage(this.#counts, this.#options)
  }

  printsToStdio(): boolean {
    return false
  }
}

// Playwright looks for the default export.
// oxlint-disable-next-line import/no-default-export
export default CoverageReporter
