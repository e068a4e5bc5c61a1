/** Steps behind the API: what only an emulator can do. */
import { parseDuration } from '../../engine/world/clock.ts'
import type { Change } from '../../engine/matching/schema-common.ts'
import type { ChangeStep, ClockStep } from '../../engine/matching/schema-steps.ts'
import { nothing, type Performed, type Session } from './session.ts'

const ELSEWHERE = 'only an emulator can do this'

export async function performChange(step: ChangeStep, session: Session): Promise<Performed> {
  const { controls } = session.target
  if (!controls) return { differences: [], transcript: nothing, skipped: ELSEWHERE }
  const changes = session.fill(Array.isArray(step.change) ? step.change : [step.change]) as Change[]
  for (const change of changes) await controls.change(change)
  return { differences: [], transcript: () => changes.map((change) => `* ${JSON.stringify(change)}`) }
}

export async function performClock(step: ClockStep, session: Session): Promise<Performed> {
  const { controls } = session.target
  if (!controls) return { differences: [], transcript: nothing, skipped: ELSEWHERE }
  const { clock } = session.fill(step)
  if ('advance' in clock) {
    await controls.advance(parseDuration(clock.advance) ?? 0)
  } else {
    const ahead = Date.parse(clock.set) - (await controls.now())
    if (ahead < 0) throw new Error(`world time cannot go back to ${clock.set}`)
    await controls.advance(ahead)
  }
  return { differences: [], transcript: () => [`* ${JSON.stringify(clock)}`] }
}
