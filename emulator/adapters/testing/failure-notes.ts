import { afterEach, beforeEach } from 'vitest'
import type { Emulator } from '../../host/emulator.ts'
import { addToMessage, LastRequests, vitestCommand } from './last-requests.ts'

/**
 * Lets each test of a file that fails print its last requests to this emulator below its message. Called once for a
 * file that creates its emulator itself; the `test` of `svc-emulator/vitest` does so without it.
 *
 * @example
 * const emulator = createEmulator()
 * failureNotes(emulator)
 */
export function failureNotes(emulator: Emulator): void {
  const last = new LastRequests(emulator)
  beforeEach(() => last.forget())
  afterEach(async ({ task }) => addToMessage(task, await last.describe(vitestCommand(task))))
}
