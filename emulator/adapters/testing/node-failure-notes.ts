/** Notes on failed tests of node:test. */
import { relative } from 'node:path'
import { afterEach, beforeEach } from 'node:test'
import type { Emulator } from '../../host/emulator.ts'
import { LastRequests } from './last-requests.ts'

/** Parts of the context of a test that its hooks get. Node's types leave out that hooks get it. */
interface EndedTest {
  readonly name: string
  readonly passed: boolean
  diagnostic(message: string): void
}

/**
 * Lets each test of a file that fails print its last requests to this emulator, as diagnostics of the test. Called once
 * for a file.
 *
 * @example
 * const emulator = createEmulator()
 * failureNotes(emulator)
 */
export function failureNotes(emulator: Emulator): void {
  const last = new LastRequests(emulator)
  beforeEach(() => last.forget())
  afterEach(async (context) => {
    const { name, passed, diagnostic } = context as unknown as EndedTest
    if (passed) return
    for (const line of (await last.describe(again(name)))?.split('\n') ?? []) diagnostic.call(context, line)
  })
}

/** The command that runs a test of this file alone. */
function again(name: string): string[] {
  const pattern = name.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
  return ['node', '--test', `--test-name-pattern=${pattern}`, relative('.', process.argv[1] ?? '')]
}
