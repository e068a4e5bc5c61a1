/** What other resources may use of the workflow engine. */
export { changesOf, findDefinitionIn, markReference, orgOf, requireFreeAlias } from './definitions.ts'
export { failExecution, startExecution, stepExecution } from './executions.ts'
