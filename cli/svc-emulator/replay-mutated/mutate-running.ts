import { availableParallelism } from 'node:os'
import { mutateClient, type ClientScenario } from '../../../emulator/lab/mutation/mutate-client.ts'
import type { MutationReport } from '../../../emulator/lab/mutation/report.ts'
import { play } from '../../../emulator/scenario/replay.ts'
import type { ReplayResult } from '../../../emulator/scenario/result.ts'
import { createRunner } from '../../../emulator/scenario/run/run-step.ts'
import { runProgram } from '../../../emulator/scenario/run/spawned.ts'
import { clientWords } from '../../../emulator/scenario/run/client-command.ts'
import { InProcessTarget } from '../../../emulator/scenario/targets/in-process.ts'
import { usageError } from '../../shared/client-error.ts'

const VARIABLE = 'SVC_EMULATOR_BROKEN'

/** Milliseconds for a program with a mutant, which may wait for what never comes. */
const TIME_LIMIT_MS = 10_000

interface Settings {
  readonly client: string
  readonly worker: string | undefined
  readonly only: readonly string[] | undefined
}

/** Plays scenarios with a client that can be broken, once for each sentence about the client that they meet. */
export async function mutateRunning(
  scenarios: readonly ClientScenario[],
  settings: Settings,
  stop: AbortSignal,
): Promise<MutationReport> {
  await requireBreakable('client', settings.client)
  if (settings.worker !== undefined) await requireBreakable('worker', settings.worker)
  return mutateClient(scenarios, {
    play: (scenario, broken) => played(scenario, broken, settings),
    only: settings.only,
    jobs: availableParallelism(),
    stop,
  })
}

async function played(
  { loaded, emulator }: ClientScenario,
  broken: string | undefined,
  { client, worker }: Settings,
): Promise<ReplayResult> {
  const runner = createRunner({
    client,
    worker,
    ...(broken !== undefined && { env: { [VARIABLE]: broken }, timeLimit: TIME_LIMIT_MS }),
  })
  try {
    const target = new InProcessTarget(emulator.fork({ from: 'start' }), async (served) => {
      const { startServer } = await import('../../../emulator/adapters/node/server.ts')
      return startServer({ emulator: served })
    })
    return await play(loaded, target, { run: runner.run })
  } finally {
    await runner.close()
  }
}

/** A client that does not know the variable would be the same each time, and all of its mutants would survive. */
async function requireBreakable(flag: 'client' | 'worker', line: string): Promise<void> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/', [VARIABLE]: 'no-such-mutant' }
  const { exit } = await runProgram({
    words: [...clientWords(line, process.cwd()), '--version'],
    cwd: process.cwd(),
    env,
    stdin: '',
    timeout: TIME_LIMIT_MS,
    terminal: undefined,
    killAfter: undefined,
  })
  if (exit === 2) return
  throw usageError(
    `--${flag} names a client that cannot be broken: with ${VARIABLE}=no-such-mutant it should exit with code 2 and ended with ${exit}. The published svc never can; it takes a build for tests`,
  )
}
