export const reporterNames = ['pretty', 'tap', 'junit', 'json'] as const
export type ReporterName = (typeof reporterNames)[number]
