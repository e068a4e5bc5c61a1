/** A world of a test on a server that runs already. */
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { EmulatorFixtureOptions, ScenarioChoice } from './base-emulator.ts'
import { bundlesWanted, leaveRemoteBundle, type EndedTask } from './failure-bundle.ts'
import { addToMessage, describeLastRequests } from './last-requests.ts'
import type { Api } from './network.ts'
import { readIfFile } from './read-if-file.ts'
import type { RemoteEmulator } from './remote-emulator.ts'
import { testWorld } from './test-world.ts'

export interface RemoteChoices {
  readonly emulatorUrl: string
  readonly emulatorToken: string | undefined
  readonly scenario: ScenarioChoice
  readonly emulatorOptions: EmulatorFixtureOptions
}

/** Creates a world for one test on the server. */
export async function openRemoteWorld(choices: RemoteChoices): Promise<RemoteEmulator> {
  const { emulatorUrl, emulatorToken: token, scenario, emulatorOptions } = choices
  const seed = readSeed(emulatorOptions)
  if (typeof scenario === 'object' && 'fixtures' in scenario)
    throw new EmulatorError('scenario: with emulatorUrl, expected a name, a file or a document: the server loads it')
  const { RemoteEmulator: Remote } = await import('./remote-emulator.ts')
  const remote = await Remote.create(emulatorUrl, { token, seed })
  if (scenario !== undefined) await remote.switchTo(await readIfFile(scenario))
  return remote
}

/** The seed, which alone of the options can be given to a world. Throws `EmulatorError` for any other. */
export function readSeed({ seed, ...others }: EmulatorFixtureOptions): number | undefined {
  const [other] = Object.keys(others)
  if (other === undefined) return seed
  throw new EmulatorError(
    `emulatorOptions.${other}: the server of emulatorUrl has options of its own; only a seed can be given to a world of it`,
  )
}

/**
 * Deletes the world when its test has ended.
 *
 * @param how `hasPassed` is false for a test that failed, or was to fail
 * @throws Error for what the test has left: calls without `await`, held requests, triggers that never fired
 */
export async function closeRemoteWorld(
  remote: RemoteEmulator,
  task: EndedTask,
  { hasPassed, failureNotes }: { readonly hasPassed: boolean; readonly failureNotes: boolean },
): Promise<void> {
  const unanswered = hasPassed ? remote.unanswered() : []
  const held = await remote.stillHeld()
  const awaited = hasPassed ? [] : await remote.stillAwaited()
  const unfired = hasPassed ? await remote.neverFired() : undefined
  if (bundlesWanted()) await leaveRemoteBundle(task, remote)
  if (failureNotes && task.result?.state === 'fail')
    addToMessage(task, await describeLastRequests(await remote.entries()))
  await remote.close()
  if (held.length + awaited.length > 0) throw new Error([...held, ...awaited].join('\n'))
  if (unanswered.length > 0) throw new Error(describeNotAwaited('remote', unanswered))
  if (unfired !== undefined) throw new Error(unfired)
}

/** Message for assertions without `await`, which would pass in any case. */
export function describeNotAwaited(fixture: string, calls: readonly string[]): string {
  return `the test ended before the emulator had answered ${calls.join(', ')}: write \`await\` before each use of \`${fixture}\`, as in \`await expect(${fixture}).toHaveReceived(…)\``
}

/** Addresses of the world. */
export function readRemoteApi({ baseUrl, realtimeUrl, worldName }: RemoteEmulator): Api {
  return { baseUrl, realtimeUrl, world: testWorld(worldName), isolated: (callback) => callback() }
}
