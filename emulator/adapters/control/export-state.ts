import * as v from 'valibot'
import { hostOf } from '../../host/instance-of.ts'
import { stateText } from '../../engine/world/export.ts'
import { control } from './definition.ts'
import { longJson } from './long-answer.ts'

export const exportState = control({
  method: 'GET',
  path: '/export',
  name: 'export_state',
  summary: 'The whole state, for PUT /export, `--state` and `createEmulator({ state })`.',
  returns: v.looseObject({ svc_emulator_state: v.number() }),
  // A fork: a world that changes meanwhile would be exported half old and half new.
  handle: ({ emulator }) => longJson(stateText(hostOf(emulator).world.fork())),
})
