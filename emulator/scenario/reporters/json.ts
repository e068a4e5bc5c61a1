import type { ReplayResult } from '../result.ts'
import { totalsOf, type Output, type Reporter } from './reporter.ts'

/** One JSON document at the end. `schema_version` changes when a field does. */
export class JsonReporter implements Reporter {
  readonly #output: Output

  constructor(output: Output) {
    this.#output = output
  }

  end(results: readonly ReplayResult[]): void {
    const report = {
      schema_version: 1,
      ok: results.every(({ ok }) => ok),
      totals: totalsOf(results),
      scenarios: results,
    }
    this.#output.write(`${JSON.stringify(report, null, 2)}\n`)
  }
}
