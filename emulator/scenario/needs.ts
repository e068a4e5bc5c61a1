import type { Scenario } from './schema.ts'

/** A part of a scenario that only an emulator supports. */
export type Need = 'world' | 'settings' | 'triggers' | 'change' | 'clock' | 'release'

/** The reason why something is not played on a server without a control API. */
export const NEEDS_EMULATOR = 'not supported by this target: needs an emulator'

/** Parts of a scenario that need an emulator; empty if any server with the API can play it. */
export function findNeeds({ world = {}, triggers = [], steps = [] }: Scenario): Need[] {
  const { settings, ...rest } = world
  const present: Record<Need, boolean> = {
    world: Object.keys(rest).length > 0,
    settings: settings !== undefined,
    triggers: triggers.length > 0,
    change: steps.some((step) => 'change' in step),
    clock: steps.some((step) => 'clock' in step),
    release: steps.some((step) => 'release' in step),
  }
  return (Object.keys(present) as Need[]).filter((need) => present[need])
}

/** True for a scenario with steps that run programs. */
export function runsPrograms({ scenario }: { readonly scenario: Scenario }): boolean {
  return scenario.steps?.some((step) => 'run' in step) === true
}
