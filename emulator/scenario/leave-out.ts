import type { LoadedScenario } from './loaded-scenario.ts'
import type { ReplayResult } from './result.ts'
import { DEFAULT_TIMEOUT_MS } from './steps/http-step.ts'
import type { Target } from './targets/target.ts'

/**
 * The result of a scenario that the target cannot play. It is a failure if no server answers, since an emulator may be
 * down.
 */
export async function leaveOut(
  { scenario, file }: LoadedScenario,
  target: Target,
  reason: string,
): Promise<ReplayResult> {
  const asked = { method: 'GET', path: '/users/me', headers: {}, body: undefined, timeout: DEFAULT_TIMEOUT_MS }
  const { outcome, reason: cause = '' } = await target.request(asked)
  const reached = outcome !== 'no_answer'
  return {
    name: scenario.name,
    about: scenario.about ?? '',
    file,
    target: target.name,
    ...(reached && { notPlayed: reason }),
    ok: reached,
    steps: [],
    problems: reached ? [] : [`no server answers at ${target.name} (${cause})`],
    notes: [],
    clauses: [],
  }
}
