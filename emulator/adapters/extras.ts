/**
 * `svc-emulator/extras`: what a bundle for browsers leaves out until it imports this: `broken`, `trace`, `unspecified: warn`, `refuse`
 * and `vary`, `settings.order`, `export()` and `state`, matchers (`{ contains: 'x' }`), and the fixture `large`. In Node the package has them without it.
 *
 * @example
 * import 'svc-emulator/extras'
 * import { createEmulator } from 'svc-emulator'
 * const emulator = createEmulator({ broken: ['users.get.any-authenticated-caller'] })
 */
import { offerExtras } from '../host/extras.ts'

offerExtras()
