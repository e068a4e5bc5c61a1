import { anyFields } from '../../engine/checking/strict.ts'
import { control } from './definition.ts'
import { health, healthShape } from './health.ts'
import { startInTurn } from './start-in-turn.ts'

export const importState = control({
  method: 'PUT',
  path: '/export',
  name: 'import_state',
  summary: 'Replaces the whole state by an exported one. A bad one changes nothing.',
  body: anyFields,
  returns: healthShape,
  async handle(input) {
    await startInTurn(
      input,
      async () => ({ state: input.body }),
      ({ snapshot }) => input.emulator.restore(snapshot),
    )
    return health.handle(input as never)
  },
})
