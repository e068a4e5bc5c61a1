import { createEmulator } from '../../../emulator/index.ts'
import { EmulatorInPage } from '../in-page/emulator-in-page.ts'
import type { Source } from '../source/source.ts'

/** Place that a page without a place in its address opens on: a request that is sent at once. */
export const FIRST_PLACE = '#try=GET%20/users/me&as=svc-key-ada-read'

/** Exchanges that the timeline keeps. */
const JOURNAL_SIZE = 10_000

/** Starts the starter world in the page. */
export function startPlayground(): Source {
  const emulator = createEmulator({ trace: true, journal: { size: JOURNAL_SIZE }, real: performance })
  return new EmulatorInPage(emulator, 'playground in this page').main
}
