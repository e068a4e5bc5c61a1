import * as v from 'valibot'
import { createStart } from '../host/emulator.ts'
import { control } from './definition.ts'
import { health, healthShape } from './health.ts'

export const importState = control({
  method: 'PUT',
  path: '/export',
  name: 'import_state',
  summary: 'Replaces the whole state by an exported one. A bad one changes nothing.',
  body: v.looseObject({}),
  returns: healthShape,
  handle(input) {
    input.emulator.restore(createStart({ state: input.body, bounds: input.site.bounds }).snapshot)
    return health.handle(input as never)
  },
})
