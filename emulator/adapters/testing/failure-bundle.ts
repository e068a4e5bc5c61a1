import { shortened } from '../../contract/shortened.ts'
import type { Emulator } from '../../host/emulator.ts'
import { instanceOf } from '../../host/instance-of.ts'

/** Where a worker leaves for the reporter the bundle of a test that failed: a field of its `meta` (vitest), an attachment (Playwright). */
export const BUNDLE_META = '_svcEmulatorBundle'
export const BUNDLE_ATTACHMENT = 'bundle of the emulator'

/** The reporter says by it to the workers of its run that it wants bundles. */
export const TRACE_VARIABLE = 'SVC_EMULATOR_TRACE'

const { process } = globalThis as { process?: { env: Record<string, string | undefined> } }

/** Asks the workers, which inherit it, to keep traces and leave bundles. */
export function wantBundles(): void {
  if (process !== undefined) process.env[TRACE_VARIABLE] = 'on-failure'
}

export function bundlesWanted(): boolean {
  return process?.env[TRACE_VARIABLE] === 'on-failure'
}

/** What vitest tells of a test while it ends. */
export interface EndedTask {
  readonly name: string
  readonly meta: object
  readonly result?:
    | { readonly state?: string; readonly errors?: readonly { readonly message?: string }[] | undefined }
    | undefined
}

/** Leaves the bundle of a test that failed. */
export async function leaveBundle({ name, meta, result }: EndedTask, emulator: Emulator): Promise<void> {
  if (result?.state !== 'fail' || instanceOf(emulator).journal === undefined) return
  // Most tests pass: what writes bundles is loaded by the first that does not.
  const { bundleOfRun, nameOfRun } = await import('../../scenario/run-bundle.ts')
  const problems = (result.errors ?? []).map(({ message = 'it failed' }) => plainMessage(message))
  Object.assign(meta, {
    [BUNDLE_META]: JSON.stringify(bundleOfRun(emulator, { name: nameOfRun(name), about: name, problems })),
  })
}

/** The message of an error, without the colors of a terminal, as far as people read it. */
export function plainMessage(message: string): string {
  return shortened(message.replace(/\u001b\[[0-9;]*m/g, ''), MAX_MESSAGE)
}

const MAX_MESSAGE = 2_000

export function bundleIn(meta: object): string | undefined {
  return (meta as Record<string, string | undefined>)[BUNDLE_META]
}
