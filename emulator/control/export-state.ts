import * as v from 'valibot'
import { control } from './definition.ts'

export const exportState = control({
  method: 'GET',
  path: '/export',
  name: 'export_state',
  summary: 'The whole state, for PUT /export, `--state` and `createEmulator({ state })`.',
  returns: v.looseObject({ svc_emulator_state: v.number() }),
  handle: ({ emulator }) => emulator.export(),
})
