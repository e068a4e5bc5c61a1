/** What other resources may use of the workflow engine. */
export { changesOf, findDefinitionIn, markFound, missed, orgOf } from './definitions.ts'
export { countNodes } from './engine/step.ts'
export { countSteps, failExecution, startExecution, stepExecution } from './executions.ts'
