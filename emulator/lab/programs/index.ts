/** Functions for commands and tools: each runs a program or a suite against worlds, and gives its report. */
export { askProgram } from './ask-program.ts'
export { exploreProgram, exploreReleases } from './explore-program.ts'
export { findImpacts, type Impact } from './find-impacts.ts'
export { findingScenarios } from './finding-scenarios/finding-scenarios.ts'
export { traceProgram } from './trace-program.ts'
export { tryVariants } from './try-variants.ts'
export type { Live } from './way.ts'
export { withinBudget } from './within-budget.ts'
