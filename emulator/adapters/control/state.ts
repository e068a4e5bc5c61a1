import * as api from '../../host/control-api/state.ts'
import { hostOf, instanceOf } from '../../host/instance-of.ts'
import { describeBeside, findLeftOut } from '../../host/left-out.ts'
import { stateText } from '../../engine/world/export.ts'
import { handle, Raw } from './handler.ts'
import { longJson } from './long-answer.ts'
import { startFrom } from '../../host/start.ts'
import { describeHealth } from './health.ts'

/** Names the worlds and snapshots that an export of one world does not hold. */
const LEFT_OUT_HEADER = 'x-svc-left-out'

export const exportState = handle(api.exportState, ({ emulator, site }) => {
  // A fork: a world that changes meanwhile would be exported half old and half new.
  const { response } = longJson(stateText(hostOf(emulator).world.fork()))
  const others = site.size - (site.findId(instanceOf(emulator)) === undefined ? 0 : 1)
  const leftOut = describeBeside(others, instanceOf(emulator).snapshots.size)
  const headers = leftOut === undefined ? [] : [LEFT_OUT_HEADER, leftOut]
  return new Raw({ ...response, headers: [...response.headers, ...headers] })
})

export const importState = handle(api.importState, (input) => {
  const { body: state, emulator, site } = input
  const leftOut = findLeftOut(state)
  if (leftOut !== undefined)
    hostOf(emulator).warn(`PUT /export takes the main world of the state, and leaves out ${leftOut}`)
  const { snapshot } = startFrom({ state, bounds: site.bounds })
  hostOf(emulator).saving?.requireRoom(snapshot, hostOf(emulator).world)
  const take = () => emulator.restore(snapshot)
  // A replay sends back the world that a step changed: what is held goes on waiting.
  if (input.cause.via === 'step') hostOf(emulator).holds.keepDuring(take)
  else take()
  return describeHealth(input)
})

export const reset = handle(api.reset, (input) => {
  hostOf(input.emulator).saving?.requireRoom()
  input.emulator.reset()
  return describeHealth(input)
})
