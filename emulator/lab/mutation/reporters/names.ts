/** How a report of mutants is written. */
export const mutationReporters = ['pretty', 'json', 'html', 'junit', 'github'] as const

export type MutationReporter = (typeof mutationReporters)[number]
