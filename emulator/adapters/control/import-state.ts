import { startFrom } from '../../host/emulator.ts'
import { anyFields } from '../../engine/checking/strict.ts'
import { control } from './definition.ts'
import { health, healthShape } from './health.ts'

export const importState = control({
  method: 'PUT',
  path: '/export',
  name: 'import_state',
  summary: 'Replaces the whole state by an exported one. A bad one changes nothing.',
  body: anyFields,
  returns: healthShape,
  handle(input) {
    const { body: state, emulator, site } = input
    emulator.restore(startFrom({ state, bounds: site.bounds }).snapshot)
    return health.handle(input as never)
  },
})
