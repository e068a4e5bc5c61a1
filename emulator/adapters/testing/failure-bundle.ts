import { shortened } from '../../contract/shortened.ts'
import type { Emulator } from '../../host/emulator.ts'
import type { RemoteEmulator } from './remote-emulator.ts'
import { instanceOf } from '../../host/instance-of.ts'

/**
 * Where a worker leaves the bundle of a failed test for the reporter: a field of its `meta` (vitest), an attachment
 * (Playwright).
 */
const BUNDLE_META = '_svcEmulatorBundle'
export const BUNDLE_ATTACHMENT = 'bundle of the emulator'

/** Set by the reporter to request bundles from the workers of its run. */
export const TRACE_VARIABLE = 'SVC_EMULATOR_TRACE'

const { process } = globalThis as { process?: { env: Record<string, string | undefined> } }

/** Requests traces and bundles from workers, which inherit the environment. */
export function wantBundles(): void {
  if (process !== undefined) process.env[TRACE_VARIABLE] = 'on-failure'
}

export function bundlesWanted(): boolean {
  return process?.env[TRACE_VARIABLE] === 'on-failure'
}

/** Fields of a vitest task that are used when it ends. */
export interface EndedTask {
  readonly name: string
  readonly meta: object
  readonly result?:
    | { readonly state?: string; readonly errors?: readonly { readonly message?: string }[] | undefined }
    | undefined
}

/** Leaves the bundle of a failed test. */
export async function leaveBundle({ name, meta, result }: EndedTask, emulator: Emulator): Promise<void> {
  if (result?.state !== 'fail' || instanceOf(emulator).journal === undefined) return
  // Loaded by the first failed test: most tests pass.
  const { bundleOfRun, nameOfRun } = await import('../../scenario/run-bundle.ts')
  const problems = (result.errors ?? []).map(({ message = 'it failed' }) => plainMessage(message))
  Object.assign(meta, {
    [BUNDLE_META]: JSON.stringify(bundleOfRun(emulator, { name: nameOfRun(name), about: name, problems })),
  })
}

/** Leaves the bundle of a failed test whose world is on a server. */
export async function leaveRemoteBundle({ name, meta, result }: EndedTask, remote: RemoteEmulator): Promise<void> {
  if (result?.state !== 'fail') return
  const problems = (result.errors ?? []).map(({ message = 'it failed' }) => plainMessage(message))
  Object.assign(meta, { [BUNDLE_META]: JSON.stringify(await remote.bundle(name, problems.join('\n'))) })
}

/** Message of an error without terminal colours, shortened. */
export function plainMessage(message: string): string {
  return shortened(message.replace(/\u001b\[[0-9;]*m/g, ''), MAX_MESSAGE)
}

const MAX_MESSAGE = 2_000

export function bundleIn(meta: object): string | undefined {
  return (meta as Record<string, string | undefined>)[BUNDLE_META]
}
