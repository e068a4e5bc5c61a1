import { now } from '../engine/real-time.ts'
import { findAdminKey } from '../engine/base-emulator.ts'
import type { Limits, Outcome, Client } from '../engine/client.ts'
import type { Failing } from './failing.ts'
import { lastLine } from '../subjects/last-line.ts'

/** Limits of real time in milliseconds: for the first run, and the least one for others. */
const FIRST_MS = 120_000
const LEAST_MS = 5_000
/** Factor of the time limit over the time of the first run. */
const RUNS = 5

interface SubjectOptions {
  /** Limit of each run; undefined: five times the first run, at least 5 s. */
  readonly timeLimitMs: number | undefined
  /** Secret that has to stay the key which a subject gets unless one is named; undefined where one is. */
  readonly defaultKey: string | undefined
}

/** A client that fails: a function that rejects, or a program with an exit code. */
export function failingSubject(subject: Client, { timeLimitMs, defaultKey }: SubjectOptions): Failing {
  let limitMs = timeLimitMs ?? FIRST_MS
  let isFirst = true
  return {
    name: subject.name,
    addressFrom: subject.isInProcess === true ? 'its baseUrl' : 'SVC_API_URL',
    fits: (emulator) => defaultKey === undefined || findAdminKey(emulator) === defaultKey,
    async run(emulator) {
      const began = now()
      const outcome = await subject.run(emulator, makeLimits(limitMs))
      if (isFirst && timeLimitMs === undefined) limitMs = Math.max(LEAST_MS, RUNS * (now() - began))
      isFirst = false
      return readFailure(outcome)
    },
  }
}

function makeLimits(timeMs: number): Limits {
  return { timeMs, idleMs: timeMs, calls: 100_000, failingPerSecond: () => Infinity }
}

function readFailure({ end, output, said }: Outcome): string[] | undefined {
  if (end === 'succeeded') return undefined
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
