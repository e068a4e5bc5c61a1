import { baseEmulator } from '../engine/base-emulator.ts'
import type { Variant } from '../engine/variant.ts'
import { countCores } from '../subjects/cores.ts'
import { withProgram, type Surroundings } from '../subjects/with-program.ts'
import { rerunLine } from './rerun-line.ts'
import { tryClient } from './try-client.ts'
import type { TriedSuite, Trial } from './try-suite.ts'

/**
 * Runs a program against a server in the starter world, or tests that ask one, then with each variant of the statements
 * that it met. A program notices what it fails with. Rejects with `NoCall` for one that asks nothing.
 */
export async function tryServed(
  variants: readonly Variant[],
  trial: Trial,
  serve: Surroundings['serve'],
): Promise<TriedSuite> {
  const { program, env, stop, start = {}, key, home, jobs = countCores() } = trial
  const base = baseEmulator(start)
  return withProgram(base, { program, key, home }, { env, serve, stop }, async (client) => ({
    ...(await tryClient(client, base, variants, { ...trial, jobs })),
    formatRerun: rerunLine(program, []),
  }))
}
