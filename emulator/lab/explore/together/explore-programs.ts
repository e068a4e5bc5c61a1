import type { Emulator } from '../../../host/emulator.ts'
import type { Client } from '../../engine/client.ts'
import { makeSharedHome } from '../../subjects/shared-home.ts'
import { withProgram, type ClientProgram, type Surroundings } from '../../subjects/with-program.ts'
import type { BesideProgram } from '../finding-scenarios/outcome-scenario.ts'
import { joinMembers } from './options.ts'
import type { TogetherReport } from './report.ts'
import { exploreTogether, type TogetherSettings } from './together.ts'

/** Copies of a program, and programs beside them. */
export interface Programs {
  readonly client: ClientProgram
  readonly copies: number | undefined
  readonly beside: readonly BesideProgram[]
  /** All have one HOME. */
  readonly sameHome?: boolean
}

/** Explores programs at once in one world. Rejects as `exploreTogether`. */
export async function explorePrograms(
  { client, copies, beside, sameHome = false }: Programs,
  base: Emulator,
  settings: TogetherSettings,
  around: Surroundings,
): Promise<TogetherReport> {
  const home = sameHome ? await makeSharedHome(client.home) : undefined
  const join = (first: Client, companions: readonly Client[], left: Programs['beside']): Promise<TogetherReport> => {
    const [next, ...rest] = left
    if (next === undefined) return exploreTogether(joinMembers(first, copies, companions), base, { ...settings, home })
    const { program, env } = next
    const key = env['SVC_API_KEY'] ?? client.key
    const companion = { ...client, program, key, sharedHome: home?.folder }
    return withProgram(base, companion, { ...around, env: { ...around.env, ...env } }, (subject) =>
      join(first, [...companions, { ...subject, name: program.join(' ') }], rest),
    )
  }
  try {
    const first = { ...client, sharedHome: home?.folder }
    return await withProgram(base, first, around, (subject) => join(subject, [], beside))
  } finally {
    await home?.remove()
  }
}
