import * as v from 'valibot'
import { hostOf } from '../../host/instance-of.ts'
import { stateText } from '../../engine/world/export.ts'
import { control } from './definition.ts'
import { longJson } from './long-answer.ts'
import { startFrom } from '../../host/emulator.ts'
import { anyFields } from '../../engine/checking/strict.ts'
import { health, healthShape } from './health.ts'

export const exportState = control({
  method: 'GET',
  path: '/export',
  name: 'export_state',
  summary: 'The whole state, for PUT /export, `--state` and `createEmulator({ state })`.',
  returns: v.looseObject({ svc_emulator_state: v.number() }),
  // A fork: a world that changes meanwhile would be exported half old and half new.
  handle: ({ emulator }) => longJson(stateText(hostOf(emulator).world.fork())),
})

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
