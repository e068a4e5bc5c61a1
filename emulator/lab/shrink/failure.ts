import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { Stopped } from '../engine/baseline.ts'
import { wideLimits } from '../engine/client.ts'
import { limitFor } from '../engine/limit-for.ts'
import type { OverlayStart } from '../engine/overlay.ts'
import { now } from '../engine/real-time.ts'
import type { Seen, Subject } from '../engine/subject.ts'
import { lastLine } from '../subjects/last-line.ts'
import { comparableFailure } from './same-failure.ts'
import { Small } from './small.ts'

/** Nothing fails, so that nothing can be made smaller. */
export class NothingFails extends EmulatorError {}

/** Texts of a failure, whose ids and times do not count. */
export type Failure = readonly string[]

/** Bounds of the runs in real milliseconds. */
export interface ShrinkLimits {
  /** For each run. Default: five times the first one. */
  readonly timeLimitMs?: number | undefined
  /** For the first run, and the least default for others: 2 minutes and 5 s, of tests 10 minutes and 10 s. */
  readonly firstMs?: number
  readonly leastMs?: number
  readonly stop?: AbortSignal | undefined
}

/** Bounds of tests. */
export const testLimits = { firstMs: 600_000, leastMs: 10_000 } as const

/** Reads a failure from what a run showed; undefined for one that passed. */
export function readFailure({ end, output, said, tests }: Seen): Failure | undefined {
  if (end === 'succeeded') return undefined
  if (tests !== undefined) return tests.failures.flatMap(({ name, message }) => [name, message].filter(Boolean))
  // The time limit and the number of calls do not belong to the failure.
  if (end === 'hung') return ['it does not end']
  if (end === 'storm') return ['it makes too many calls']
  const program = output as { readonly exit?: number | null; readonly stdout?: unknown } | undefined
  if (program?.exit === undefined) return [said]
  const exit = `exit code ${program.exit}`
  // A program that prints nothing on stderr has said its exit code.
  const line = said === exit ? lastLine(printed(program.stdout)) : lastLine(said)
  return line === '' ? [exit] : [exit, line]
}

function printed(stdout: unknown): string {
  return Array.isArray(stdout) ? stdout.join('\n') : (JSON.stringify(stdout) ?? '')
}

/** Runs a subject in a whole world. */
export function runIn(subject: Subject, start: OverlayStart, timeMs: number = testLimits.firstMs): Promise<Seen> {
  return subject.run({ start }, wideLimits(timeMs))
}

/**
 * Runs twice, and in an empty world where a client fails and no step of a scenario. Resolves to the failure that a
 * smaller world can have, and the time limit of a run. Rejects with `NothingFails` for a run that passes, and with
 * `EmulatorError` for a failure that does not repeat, or that is the same in every world.
 */
export async function findFailure(
  subject: Subject,
  whole: Small,
  { timeLimitMs, firstMs = 120_000, leastMs = 5_000, stop }: ShrinkLimits,
): Promise<{ readonly failure: Failure; readonly timeLimitMs: number }> {
  const began = now()
  const first = await runIn(subject, whole, timeLimitMs ?? firstMs)
  const limitMs = timeLimitMs ?? limitFor(now() - began, leastMs)
  const again = async () => readFailure(await runIn(subject, whole, limitMs))
  const failure = readFailure(first)
  if (stop?.aborted === true) throw new Stopped()
  if (failure === undefined) throw new NothingFails(`${subject.name} does not fail, so there is nothing to shrink`)
  requireSame(subject.name, failure, await again())
  await requireWorld(subject, whole, failure, first, limitMs)
  return { failure, timeLimitMs: limitMs }
}

/** Throws `EmulatorError` where a failure did not repeat in an equal world. */
export function requireSame(name: string, failure: Failure, again: Failure | undefined): void {
  if (again !== undefined && comparableFailure(again) === comparableFailure(failure)) return
  const then = again === undefined ? 'passed' : `failed otherwise (${oneLine(again)})`
  throw new EmulatorError(
    `'${name}' does not fail the same way twice: in one world it failed (${oneLine(failure)}), then in an equal one it ${then}. Expected a failure that repeats: look for what is random, or left by the run before`,
  )
}

/** Throws `EmulatorError` where a client fails in the same way in an empty world. */
export async function requireWorld(
  subject: Subject,
  whole: Small,
  failure: Failure,
  { calls }: Seen,
  timeMs: number,
): Promise<void> {
  const { name, steps = [] } = whole.scenario
  if (steps.length > 0) return
  const empty = Small.load({ scenario: 1, name, world: { fixtures: [] } })
  const instead = readFailure(await runIn(subject, empty, timeMs))
  if (instead === undefined || comparableFailure(instead) !== comparableFailure(failure)) return
  const addressFrom = subject.isInProcess === true ? 'its baseUrl' : 'SVC_API_URL'
  throw new EmulatorError(
    calls?.length === 0
      ? `'${subject.name}' made no request to the emulator: its failure does not depend on the world: ${oneLine(failure)}. Expected requests to ${addressFrom}: check the command, what it loads, and where it takes its address from`
      : `'${subject.name}' fails in an empty world, too: its failure does not depend on the world: ${oneLine(failure)}. Expected a failure that records, triggers or settings lead to: check its key, its requests, and what fails before them`,
  )
}

function oneLine(failure: Failure): string {
  return failure.join('; ').replaceAll(/\s*\n\s*/g, ' ')
}
