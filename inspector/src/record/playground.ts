import { createPageEmulator } from '../in-page/create-page-emulator.ts'
import { EmulatorInPage } from '../in-page/emulator-in-page.ts'
import type { Source } from '../source/source.ts'

/** Place that a page without a place in its address opens on: a request that is sent at once. */
export const FIRST_PLACE = '#try=GET%20/users/me&as=svc-key-ada-read'

/** Starts the starter world in the page. */
export function startPlayground(): Source {
  return new EmulatorInPage(createPageEmulator(), 'playground in this page').main
}
