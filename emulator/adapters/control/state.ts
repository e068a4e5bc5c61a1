import * as api from '../../host/control-api/state.ts'
import { hostOf } from '../../host/instance-of.ts'
import { stateText } from '../../engine/world/export.ts'
import { handle } from './handler.ts'
import { longJson } from './long-answer.ts'
import { startFrom } from '../../host/start.ts'
import { describeHealth } from './health.ts'

export const exportState = handle(
  api.exportState, // A fork: a world that changes meanwhile would be exported half old and half new.
  ({ emulator }) => longJson(stateText(hostOf(emulator).world.fork())),
)

export const importState = handle(api.importState, (input) => {
  const { body: state, emulator, site } = input
  emulator.restore(startFrom({ state, bounds: site.bounds }).snapshot)
  return describeHealth(input)
})

export const reset = handle(api.reset, (input) => {
  input.emulator.reset()
  return describeHealth(input)
})
