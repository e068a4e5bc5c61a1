import { JsonReporter } from './json.ts'
import { JunitReporter } from './junit.ts'
import type { ReporterName } from './names.ts'
import { PrettyReporter } from './pretty.ts'
import type { Output, Reporter } from './reporter.ts'
import { TapReporter } from './tap.ts'

const reporters: Record<ReporterName, new (output: Output) => Reporter> = {
  pretty: PrettyReporter,
  tap: TapReporter,
  junit: JunitReporter,
  json: JsonReporter,
}

export function createReporter(name: ReporterName, output: Output): Reporter {
  return new reporters[name](output)
}
