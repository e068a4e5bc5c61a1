import { nearest } from '../diagnostics/near-miss.ts'
import { control, ControlError } from './definition.ts'
import { health, healthShape } from './health.ts'
import { instanceOf } from '../host/instance-of.ts'

export const restoreSnapshot = control({
  method: 'POST',
  path: '/snapshots/:name/restore',
  name: 'restore_snapshot',
  summary: 'Goes back to a snapshot: records, ids, clock and triggers. Journal and coverage go on.',
  returns: healthShape,
  errors: ['snapshot_not_found'],
  handle(input) {
    const { emulator, params } = input
    const snapshot = instanceOf(emulator).snapshots.get(params.name)
    if (snapshot === undefined) {
      const near = nearest(params.name, instanceOf(emulator).snapshots.keys())
      throw new ControlError('snapshot_not_found', `There is no snapshot '${params.name}'${near === undefined ? '.' : `, did you mean '${near}'?`}`)
    }
    emulator.restore(snapshot)
    return health.handle(input as never)
  },
})
