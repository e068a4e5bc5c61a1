import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { realTime } from '../../engine/world/clock.ts'
import type { StartOptions } from '../../host/create-world.ts'
import { createEmulator, type Emulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import { endings } from '../engine/baseline.ts'
import { REQUEST_MS } from '../engine/put-overlay.ts'
import type { Outcome } from '../engine/client.ts'
import { findRunCalls } from './run-calls.ts'
import type { KeyRun } from './run.ts'
import { withProgram, type ClientProgram, type Surroundings } from '../subjects/with-program.ts'

const MAX_CALLS = 100_000

/** Listener to the run, and its limit in real milliseconds; default a minute. */
interface TraceAround extends Surroundings {
  readonly timeLimit: number | undefined
  readonly onCall: () => void
}

/** Runs a client once in a traced world of its own. Throws `EmulatorError` for one that fails, or makes no call. */
export async function traceProgram(
  client: ClientProgram,
  start: Pick<StartOptions, 'scenario' | 'fixtures' | 'seed'>,
  around: TraceAround,
): Promise<KeyRun> {
  const emulator = createEmulator({
    ...start,
    real: realTime,
    cors: true,
    trace: true,
    journal: { size: MAX_CALLS },
  })
  const own = forkWithMovingTime(emulator)
  own.journal.listen(around.onCall)
  const { timeLimit = 60_000 } = around
  const limits = { timeMs: timeLimit, idleMs: timeLimit, calls: MAX_CALLS, failingPerSecond: () => Infinity }
  const name = client.program.join(' ')
  requireSuccess(name, await withProgram(emulator, client, around, (subject) => subject.run(own, limits)))
  const calls = findRunCalls(own)
  if (calls.length === 0)
    throw new EmulatorError(`${name} made no call of the API. Does it use the address that it is given?`)
  return { name, calls, worlds: [own, emulator].map((each) => hostOf(each).world), notes: [] }
}

/** A fork in which each request takes world time, so that a client that polls makes progress. */
function forkWithMovingTime(emulator: Emulator): Emulator {
  const fork = emulator.fork({ from: 'start' })
  const { world } = hostOf(fork)
  world.settings = { ...world.settings, request_ms: REQUEST_MS }
  return fork
}

/** A client that gave up has not made all its calls. */
function requireSuccess(name: string, { end, said }: Outcome): void {
  if (end !== 'succeeded') throw new EmulatorError(`${name} ${endings[end]}, so its calls are not all known: ${said}`)
}
