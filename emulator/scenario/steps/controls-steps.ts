/** Steps behind the API, for the control API of an emulator. */
import { isoTime, parseDuration } from '../../engine/world/clock.ts'
import { readTime } from '../../engine/world/time.ts'
import type { Change } from '../../engine/matching/schema-common.ts'
import type { ChangeStep, ClockStep, ReleaseStep } from '../schema-steps.ts'
import { NEEDS_EMULATOR } from '../needs.ts'
import type { EmulatorControls } from '../targets/target.ts'
import { DEFAULT_TIMEOUT_MS } from './http-step.ts'
import { waitMs } from './wait-ms.ts'
import type { ReleaseWith } from '../../host/hold.ts'
import type { Performed, Session } from './session.ts'

export async function performChange(step: ChangeStep, session: Session): Promise<Performed> {
  const controls = requireControls(session)
  const changes = session.fill(Array.isArray(step.change) ? step.change : [step.change]) as Change[]
  for (const change of changes) await controls.change(change, session.step)
  return { differences: [], transcript: () => changes.map((change) => `* ${JSON.stringify(change)}`) }
}

export async function performClock(step: ClockStep, session: Session): Promise<Performed> {
  const controls = requireControls(session)
  const { clock } = session.fill(step)
  if ('advance' in clock) {
    await controls.advance(parseDuration(clock.advance) ?? 0, session.step)
  } else {
    const target = readTime(clock.set, 'clock.set')
    const ahead = target - (await controls.now())
    if (ahead < 0) throw new Error(`world time cannot go back to ${isoTime(target)}`)
    await controls.advance(ahead, session.step)
  }
  return { differences: [], transcript: () => [`* ${JSON.stringify(clock)}`] }
}

/** Lets the oldest request go that a gate holds, once one does. */
export async function performRelease(step: ReleaseStep, session: Session): Promise<Performed> {
  const timeout = waitMs(step.timeout, DEFAULT_TIMEOUT_MS)
  await requireControls(session).release(step.release, session.fill(step.with) as ReleaseWith, timeout)
  const faults = step.with === undefined ? '' : ` with ${JSON.stringify(step.with)}`
  return { differences: [], transcript: () => [`* release '${step.release}'${faults}`] }
}

function requireControls({ target }: Session): EmulatorControls {
  if (target.controls === undefined) throw new Error(NEEDS_EMULATOR)
  return target.controls
}
