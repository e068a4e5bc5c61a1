import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { ControlClient } from './control-client.ts'

/** URL of the control API of an emulator or one of its worlds, from a URL that may end in `/v1` or `/__emulator`. */
export function controlRoot(source: string): string {
  return `${source.replace(/\/(?:v1|__emulator)?\/?$/, '')}/__emulator`
}

/** Calls the control API of a running emulator. Throws `EmulatorError` if none answers. */
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
