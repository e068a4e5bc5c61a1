/** `svc-emulator/drift`: which documented sentences does a service not keep? */
export { drift } from './drift.ts'
export { HttpTarget } from '../../scenario/targets/http-target.ts'
export { InProcessTarget } from '../../scenario/targets/in-process.ts'
export type { Fact, FactsDocument } from '../../host/facts/facts.ts'
export type { DriftOptions, DriftKeys } from './options.ts'
export type { DriftClause, DriftReport, DriftVerdict, ReportedAnswer, ReportedExchange } from './drift-report.ts'
