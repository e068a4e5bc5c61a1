import type { ReportCase } from '../../scenario/reports/report.ts'
import { adviseOn } from './advice.ts'
import type { JudgedRun } from './exploration.ts'
import { experimentCase } from './explore-report.ts'
import type { PlainRun } from './fault.ts'
import { experimentReport, isKnown, isRejected } from './findings.ts'
import type { ExploreOptions } from './options.ts'

/** The case of an experiment as it was judged, before findings are gathered. */
export function judgedCase(judged: JudgedRun, baseline: PlainRun, options: ExploreOptions): ReportCase {
  const isFinding = isRejected(judged, options) && !isKnown(judged, options)
  const lesson = isFinding ? adviseOn(judged.experiment.fault, judged.judgement) : undefined
  return experimentCase(experimentReport(judged, baseline), lesson)
}
