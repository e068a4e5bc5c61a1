import { NOTHING_BROKEN } from '../../contract/mutation.ts'
import { findAlternative } from '../../engine/world/otherwise.ts'

/** Variables that put variants in force in every emulator of a process. */
export const VARIANT_VARIABLES = { broken: 'SVC_EMULATOR_BROKEN', otherwise: 'SVC_EMULATOR_OTHERWISE' } as const

/** Sets variables that put these variants in force: mutants, and alternatives to assumptions. */
export function variantVariables(ids: readonly string[]): Record<string, string> {
  const [others, mutants] = [
    ids.filter((id) => findAlternative(id) !== undefined),
    ids.filter((id) => findAlternative(id) === undefined),
  ]
  return {
    ...((mutants.length > 0 || others.length === 0) && {
      [VARIANT_VARIABLES.broken]: mutants.join() || NOTHING_BROKEN,
    }),
    ...(others.length > 0 && { [VARIANT_VARIABLES.otherwise]: others.join() }),
  }
}
