/** What other resources may use of the workflow engine. */
export { changesOf, findDefinitionIn, markFound, missed, orgOf } from './definitions.ts'
export { failExecution, startExecution, stepExecution } from './executions.ts'
