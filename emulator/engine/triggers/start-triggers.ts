import { EmulatorError } from '../checking/emulator-error.ts'
import { ProblemList } from '../checking/problem-list.ts'
import type { Problem } from '../checking/problems.ts'
import type { KnownUnit } from '../matching/check-names.ts'
import type { World } from '../world/world.ts'
import { checkTrigger } from './check-trigger.ts'
import { Triggers, type TriggerInput } from './triggers.ts'

interface TriggerSource {
  readonly scenario: { readonly triggers?: readonly unknown[] | undefined }
  place?(problems: readonly Problem[]): readonly Problem[]
}

/**
 * Adds the triggers of a scenario and of options, and validates those of an imported state. Throws `EmulatorError` with all problems
 * and their places in files.
 */
export function startTriggers(
  world: World,
  units: readonly KnownUnit[],
  source: TriggerSource | undefined,
  ofOptions: readonly TriggerInput[],
): void {
  checkImported(world, units)
  addScenario(world, units, source)
  const triggers = new Triggers(world, units)
  const names = new Set(ofOptions.map(({ name }) => name))
  // A saved state has the triggers of the run that wrote it.
  for (const { id, name } of triggers.list()) if (name !== undefined && names.has(name)) triggers.remove(id)
  triggers.addAll(ofOptions)
}

function addScenario(world: World, units: readonly KnownUnit[], source: TriggerSource | undefined): void {
  if (source?.scenario.triggers === undefined) return
  try {
    new Triggers(world, units).addAll(source.scenario.triggers as TriggerInput[], {
      path: (index) => ['triggers', index],
    })
  } catch (error) {
    if (!(error instanceof EmulatorError)) throw error
    throw new EmulatorError(source.place?.(error.problems) ?? error.problems)
  }
}

/** Validates imported triggers. Only their callers may have been deleted since they were added. */
function checkImported(world: World, units: readonly KnownUnit[]): void {
  const found = new ProblemList()
  found.addFrom(world.state.triggers.entries, ({ trigger }, index) =>
    checkTrigger(world, units, trigger, { kept: true }).problems.map((problem) => ({
      ...problem,
      path: ['triggers', 'entries', index, 'trigger', ...problem.path],
    })),
  )
  const problems = found.toArray()
  if (problems.length > 0) throw new EmulatorError(problems)
}
