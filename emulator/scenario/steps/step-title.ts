import type { Step } from '../schema-steps.ts'
import type { LoadedScenario } from '../loaded-scenario.ts'
import type { StepKind } from '../result.ts'

/** The kind of a step. */
export function findStepKind(step: Step): StepKind {
  return (
    (['http', 'call', 'change', 'clock', 'run', 'release', 'await'] as const).find((kind) => kind in step) ?? 'http'
  )
}

/** The title of a step in reports: its name, or its request. */
export function formatTitle(step: Step): string {
  if (step.name !== undefined) return step.name
  if ('http' in step) return step.http
  if ('call' in step) return step.via === 'http' ? `${step.call} over HTTP` : step.call
  if ('run' in step) return typeof step.run === 'string' ? step.run : step.run.join(' ')
  if ('release' in step) return `release '${step.release}'`
  if ('await' in step) return `await '${step.await}'`
  return 'change' in step ? `change ${JSON.stringify(step.change)}` : `clock ${JSON.stringify(step.clock)}`
}

/** Formats the place of a step: `step 3 of orders.yaml`. */
export function formatPlace(number: number, { scenario, file = scenario.name }: LoadedScenario): string {
  return `step ${number} of ${file.replace(/^.*[\\/]/, '')}`
}
