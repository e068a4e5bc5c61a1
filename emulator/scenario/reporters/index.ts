import { JsonReporter } from './json.ts'
import { JunitReporter } from './junit.ts'
import { PrettyReporter } from './pretty.ts'
import type { Output, Reporter } from './reporter.ts'
import { TapReporter } from './tap.ts'

export type { Output, Reporter } from './reporter.ts'

export const reporterNames = ['pretty', 'tap', 'junit', 'json'] as const
export type ReporterName = (typeof reporterNames)[number]

const reporters: Record<ReporterName, new (output: Output) => Reporter> = {
  pretty: PrettyReporter,
  tap: TapReporter,
  junit: JunitReporter,
  json: JsonReporter,
}

export function createReporter(name: ReporterName, output: Output): Reporter {
  return new reporters[name](output)
}
