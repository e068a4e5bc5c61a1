import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import type { Emulator } from '../../../emulator/host/emulator.ts'
import { hostOf } from '../../../emulator/host/instance-of.ts'
import { REQUEST_MS } from '../../../emulator/lab/explore/experiment.ts'
import { keyFor } from '../../../emulator/lab/explore/explore.ts'
import type { Outcome } from '../../../emulator/lab/explore/subject.ts'
import { findRunCalls } from '../../../emulator/lab/permissions/run-calls.ts'
import { loadScenario } from '../../../emulator/scenario/load.ts'
import { startServer, type ServerOptions } from '../../../emulator/adapters/node/server.ts'
import type { Io } from '../../shared/io.ts'
import type { PermissionsSettings } from './permissions-flags.ts'
import { programSubject } from '../../../emulator/lab/programs/program-subject.ts'
import type { Run } from './read-run.ts'

const MAX_CALLS = 100_000

/** Runs a client once in a traced world of its own. Throws `EmulatorError` for one that fails, or makes no call. */
export async function runClient(
  settings: PermissionsSettings,
  stop: AbortSignal,
  io: Io,
  onCall: () => void,
): Promise<Run> {
  await using server = await startServer(await serverOptions(settings))
  const { emulator } = server
  const subject = programSubject({
    words: settings.program,
    server,
    apiKey: keyFor(emulator, settings.key),
    env: io.env,
    cwd: process.cwd(),
    home: settings.home,
    stop,
  })
  const own = forkWithMovingTime(emulator)
  own.journal.listen(onCall)
  const { timeLimit = 60_000 } = settings
  const limits = { timeMs: timeLimit, idleMs: timeLimit, calls: MAX_CALLS, failingPerSecond: () => Infinity }
  requireSuccess(subject.name, await subject.run(own, limits))
  const calls = findRunCalls(own)
  if (calls.length === 0)
    throw new EmulatorError(`${subject.name} made no call of the API. Does it use the address that it is given?`)
  return { name: subject.name, calls, worlds: [own, emulator].map((each) => hostOf(each).world), notes: [] }
}

async function serverOptions({ run: scenario, fixtures, seed }: PermissionsSettings): Promise<ServerOptions> {
  return {
    ...(scenario !== undefined && { scenario: await loadScenario(scenario) }),
    ...(fixtures !== undefined && { fixtures }),
    ...(seed !== undefined && { seed }),
    port: 0,
    cors: true,
    trace: true,
    journal: { size: MAX_CALLS },
  }
}

/** A fork in which each request takes world time, so that a client that polls makes progress. */
function forkWithMovingTime(emulator: Emulator): Emulator {
  const fork = emulator.fork({ from: 'start' })
  const { world } = hostOf(fork)
  world.settings = { ...world.settings, request_ms: REQUEST_MS }
  return fork
}

const endings: Readonly<Record<Exclude<Outcome['end'], 'succeeded'>, string>> = {
  failed: 'fails',
  hung: 'does not end',
  crashed: 'crashes',
  storm: 'makes too many calls',
}

/** A client that gave up has not made all its calls. */
function requireSuccess(name: string, { end, said }: Outcome): void {
  if (end !== 'succeeded') throw new EmulatorError(`${name} ${endings[end]}, so its calls are not all known: ${said}`)
}
