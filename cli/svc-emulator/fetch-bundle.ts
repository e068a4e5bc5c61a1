import type { Bundle } from '../../emulator/scenario/bundle.ts'
import { askRunning } from '../../emulator/scenario/control-client/ask-running.ts'

/** The bundle of a running emulator. Throws `EmulatorError` if none answers. */
export function fetchBundle(source: string, token: string | undefined): Promise<Bundle> {
  return askRunning(source, { token }, (control) => control.send('GET /bundle') as Promise<object> as Promise<Bundle>)
}
