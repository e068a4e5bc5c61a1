/** `svc-emulator/explore`: finds the documented failures that a client does not survive. */
export { explore } from './explore.ts'
export { faultModel } from './fault-model.ts'
export type { ExploreOptions } from './options.ts'
export type { ExploreReport, ExperimentReport, Finding } from './report.ts'
export type { Run, SubjectFunction } from './function-subject.ts'
export type { Group } from './fault.ts'
export type { Verdict } from './verdict.ts'
