import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { hostOf } from '../../../emulator/host/instance-of.ts'
import { REQUEST_MS } from '../../../emulator/lab/explore/experiment.ts'
import { keyFor } from '../../../emulator/lab/explore/explore.ts'
import type { Outcome } from '../../../emulator/lab/explore/subject.ts'
import { findCalls } from '../../../emulator/lab/permissions/recorded-call.ts'
import { loadScenario } from '../../../emulator/scenario/load.ts'
import { startServer } from '../../../emulator/adapters/node/server.ts'
import type { Io } from '../../shared/io.ts'
import type { PermissionsSettings } from './permissions-settings.ts'
import { programSubject } from '../program-subject.ts'
import type { Run } from './read-run.ts'

const MAX_CALLS = 100_000

/** Runs a client once in a traced world of its own. Throws `EmulatorError` for one that fails, or makes no call. */
export async function runClient(settings: PermissionsSettings, stop: AbortSignal, io: Io): Promise<Run> {
  const { run: scenario, fixtures, seed, timeLimitMs = 60_000 } = settings
  await using server = await startServer({
    ...(scenario !== undefined && { scenario: await loadScenario(scenario) }),
    ...(fixtures !== undefined && { fixtures }),
    ...(seed !== undefined && { seed }),
    port: 0,
    cors: true,
    trace: true,
    journal: { size: MAX_CALLS },
  })
  const { emulator } = server
  // Time that stands still would make a client wait that polls.
  const { world } = hostOf(emulator)
  const subject = programSubject({
    words: settings.program,
    server,
    apiKey: keyFor(emulator, settings.key),
    env: io.env,
    cwd: process.cwd(),
    home: settings.home,
    stop,
  })
  const own = emulator.fork({ from: 'start' })
  hostOf(own).world.settings = { ...world.settings, request_ms: REQUEST_MS }
  const outcome = await subject.run(own, {
    timeMs: timeLimitMs,
    idleMs: timeLimitMs,
    calls: MAX_CALLS,
    failingPerSecond: () => Infinity,
  })
  requireSuccess(subject.name, outcome)
  const calls = findCalls(own)
  if (calls.length === 0)
    throw new EmulatorError(`${subject.name} made no call of the API. Does it use the address that it is given?`)
  return { name: subject.name, calls, worlds: [hostOf(own).world, world] }
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
