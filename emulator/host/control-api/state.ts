import * as v from 'valibot'
import { call } from './call.ts'
import { anyFields } from '../../engine/checking/strict.ts'
import type { ExportedState } from '../../engine/world/exported-state.ts'
import { healthShape } from './health.ts'

export const exportState = call({
  method: 'GET',
  path: '/export',
  name: 'export_state',
  summary:
    'The whole state of this world, for PUT /export, `--from` and `createEmulator({ state })`. The header `x-svc-left-out` names other worlds and snapshots, which it does not hold.',
  returns: v.looseObject({ svc_emulator_state: v.number() }) as unknown as v.GenericSchema<ExportedState>,
})

export const importState = call({
  method: 'PUT',
  path: '/export',
  name: 'import_state',
  summary:
    'Replaces the whole state of this world by an exported one. A bad one changes nothing. Of a file of `--state` it takes the main world.',
  body: anyFields,
  returns: healthShape,
})

export const reset = call({
  method: 'POST',
  path: '/reset',
  name: 'reset',
  summary: 'Back to the start of the scenario: records, ids, clock, triggers, journal and coverage.',
  returns: healthShape,
})
