import { existsSync } from 'node:fs'
import { EmulatorError } from '../../emulator/engine/checking/emulator-error.ts'

/**
 * True if an argument is the URL of a running emulator, false if it is a file. Throws `EmulatorError` for a URL without
 * `http://`.
 */
export function namesRunning(source: string): boolean {
  if (/^[\w.-]+:\d+(?:\/|$)/.test(source) && !existsSync(source))
    throw new EmulatorError(
      `there is no file ${source}; the URL of a running emulator starts with http://, did you mean http://${source}?`,
    )
  return /^https?:\/\//i.test(source)
}
