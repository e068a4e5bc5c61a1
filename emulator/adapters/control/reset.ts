import { control } from './definition.ts'
import { health, healthShape } from './health.ts'

export const reset = control({
  method: 'POST',
  path: '/reset',
  name: 'reset',
  summary: 'Back to the start of the scenario: records, ids, clock, triggers, journal and coverage.',
  returns: healthShape,
  handle(input) {
    input.emulator.reset()
    return health.handle(input as never)
  },
})
