import { existsSync } from 'node:fs'
import { EmulatorError } from '../../emulator/engine/checking/emulator-error.ts'
import { ControlClient } from '../../emulator/scenario/control-client/control-client.ts'

/** True for an argument that names a running emulator, false for one that names a file. Throws `EmulatorError` for a URL without `http://`. */
export function namesRunning(source: string): boolean {
  if (/^[\w.-]+:\d+(?:\/|$)/.test(source) && !existsSync(source))
    throw new EmulatorError(
      `there is no file ${source}; the URL of a running emulator starts with http://, did you mean http://${source}?`,
    )
  return /^https?:\/\//i.test(source)
}

/** Address of the control API of the emulator, or of one of its worlds, that a URL with `/v1`, `/__emulator` or neither names. */
export function controlRoot(source: string): string {
  return `${source.replace(/\/(?:v1|__emulator)?\/?$/, '')}/__emulator`
}

/** Asks the control API of a running emulator. Throws `EmulatorError` where none answers. */
export async function askRunning<Answer>(
  source: string,
  options: ConstructorParameters<typeof ControlClient>[1],
  ask: (control: ControlClient) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask(new ControlClient(controlRoot(source), options))
  } catch (error) {
    if (error instanceof EmulatorError) throw error
    const { cause, message } = error as Error
    throw new EmulatorError(
      `${source}: no emulator answers there (${(cause as Error | undefined)?.message ?? message})`,
    )
  }
}
