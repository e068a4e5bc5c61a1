/** A world of a test in its own process, under vitest. */
import type { TestContext } from 'vitest'
import type { Emulator } from '../../host/emulator.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { stillAwaited } from './awaited-gates.ts'
import type { EmulatorFixtureOptions, ScenarioChoice } from './base-emulator.ts'
import { reportCoverage } from './coverage-meta.ts'
import { bundlesWanted, leaveBundle } from './failure-bundle.ts'
import { addToMessage, describeLastRequests, vitestCommand } from './last-requests.ts'
import { noteMeetings } from './note-meetings.ts'
import { closeWorld, neverFiredIn, openWorld } from './worlds.ts'

interface OwnWorld extends Pick<TestContext, 'task'> {
  readonly scenario: ScenarioChoice
  readonly emulatorOptions: EmulatorFixtureOptions
  readonly failOnEscape: boolean
  readonly failureNotes: boolean
}

/** Runs a test with a world of this process, and fails it for what it has left. */
export async function useOwnWorld(
  { scenario, emulatorOptions, failOnEscape, failureNotes, task }: OwnWorld,
  use: (served: { readonly emulator: Emulator }) => Promise<void>,
): Promise<void> {
  const traced = bundlesWanted()
  const emulator = await openWorld(scenario, traced ? { trace: true, ...emulatorOptions } : emulatorOptions)
  await use({ emulator })
  if (traced) await leaveBundle(task, emulator)
  reportCoverage(task.meta, emulator.coverage())
  noteMeetings(emulator.coverage(), task.file.filepath, formatName(task))
  const { escapes, host, journal } = instanceOf(emulator)
  const held = host.holds.stillHeld()
  const awaited = hasFailed(task) ? stillAwaited(instanceOf(emulator)) : []
  closeWorld(emulator, formatName(task))
  const noted = failureNotes && hasFailed(task) ? (journal?.entries() ?? []) : undefined
  if (noted !== undefined) addToMessage(task, await describeLastRequests(noted, vitestCommand(task)))
  if (held.length + awaited.length > 0) throw new Error([...held, ...awaited].join('\n'))
  const isNoted = noted?.some(({ error }) => error === 'escaped') === true
  if (failOnEscape && escapes.length > 0 && !isNoted)
    throw new Error(`requests in this test bypassed the mock:\n${escapes.map((line) => `  ${line}`).join('\n')}`)
  if (hasFailed(task) && host.defects.size > 0) throw new Error([...host.defects].join('\n'))
  const unfired = hasPassed(task) ? neverFiredIn(emulator) : undefined
  if (unfired !== undefined) throw new Error(unfired)
}

/** True if a test has failed so far, also by a timeout. */
function hasFailed({ result }: Pick<TestContext['task'], 'result'>): boolean {
  return result?.state === 'fail'
}

/**
 * True if a test has passed so far. `run`: it is repeated. A test that is expected to fail (`fails`) counts as failed,
 * because a further error would make it pass.
 */
export function hasPassed({ result, fails }: Pick<TestContext['task'], 'result' | 'fails'>): boolean {
  return fails !== true && (result?.state === 'pass' || result?.state === 'run')
}

/** Name of a test with those of its groups. */
export function formatName({ name, suite }: Pick<TestContext['task'], 'name' | 'suite'>): string {
  return suite === undefined ? name : `${formatName(suite)} > ${name}`
}
