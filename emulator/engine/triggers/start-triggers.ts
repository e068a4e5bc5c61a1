import { EmulatorError } from '../checking/emulator-error.ts'
import { ProblemList } from '../checking/problem-list.ts'
import type { Problem } from '../checking/problems.ts'
import type { KnownUnit } from '../matching/check-names.ts'
import type { World } from '../world/world.ts'
import { checkTrigger } from './check-trigger.ts'
import { Triggers, type TriggerInput } from './triggers.ts'

interface Source {
  readonly scenario: { readonly triggers?: readonly unknown[] | undefined }
  place?(problems: readonly Problem[]): readonly Problem[]
}

/**
 * Puts the triggers of a scenario in force, and checks those that came with an imported state.
 * Throws `EmulatorError` with every problem, in its file where there is one.
 */
export function startTriggers(world: World, units: readonly KnownUnit[], source: Source | undefined): void {
  checkImported(world, units)
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

/** Callers may have gone since a trigger was added; everything else must hold. */
function checkImported(world: World, units: readonly KnownUnit[]): void {
  const found = new ProblemList()
  for (const [index, { trigger }] of world.state.triggers.entries.entries()) {
    if (found.full) break
    const { problems } = checkTrigger(world, units, trigger, { anyCaller: true })
    found.addEach(problems, (problem) => ({
      ...problem,
      path: ['triggers', 'entries', index, 'trigger', ...problem.path],
    }))
  }
  if (found.full) found.stop()
  const problems = found.toArray()
  if (problems.length > 0) throw new EmulatorError(problems)
}
