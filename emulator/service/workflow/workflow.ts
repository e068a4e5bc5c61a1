/** Parts of the workflow engine that other resources use. */
export { pickChanges, findDefinition, requireOwnDefinition, markFound, notFound, getOwningOrg } from './definitions.ts'
export { countNodes } from './engine/step.ts'
export { countSteps, failExecution, startExecution, stepExecution } from './executions.ts'
