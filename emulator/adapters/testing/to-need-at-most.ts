import type { Emulator } from '../../host/emulator.ts'
import { hostOf, isEmulator } from '../../host/instance-of.ts'
import { createEmulator } from '../../host/emulator.ts'
import type { World } from '../../engine/world/world.ts'
import { findBound, parseBound } from '../../lab/permissions/bound.ts'
import { findBundleCalls } from '../../lab/permissions/bundle-calls.ts'
import { reportPermissions } from '../../lab/permissions/permissions-report.ts'
import { findPermissions } from '../../lab/permissions/permissions.ts'
import type { RecordedCall } from '../../lab/permissions/recorded-call.ts'
import { findRunCalls } from '../../lab/permissions/run-calls.ts'
import type { Bundle } from '../../scenario/bundle.ts'
import { writeReport } from '../../scenario/reports/write-report.ts'
import type { MatcherOutcome } from './matchers.ts'

/** An emulator that is served elsewhere. */
interface Bundled {
  bundle(name: string): Promise<object>
}

/**
 * Expects that no call of an emulator needs more than a key such as `write on org acme`. The message names calls that
 * do.
 */
export function toNeedAtMost(
  this: { readonly isNot?: boolean } | undefined,
  received: unknown,
  bound: string,
): MatcherOutcome | Promise<MatcherOutcome> {
  const isNot = this?.isNot ?? false
  if (isEmulator(received)) return judge(findRunCalls(received as Emulator), bound, hostOf(received).world, isNot)
  if (typeof (received as Partial<Bundled> | null)?.bundle === 'function')
    return (received as Bundled).bundle('permissions').then((bundle) => judgeBundle(bundle as Bundle, bound, isNot))
  throw new TypeError(`toNeedAtMost: expected an emulator, got ${received === null ? 'null' : typeof received}`)
}

function judgeBundle(bundle: Bundle, bound: string, isNot: boolean): MatcherOutcome {
  const { world } = hostOf(createEmulator({ state: bundle.state, journal: false }))
  return judge(findBundleCalls(bundle), bound, world, isNot)
}

function judge(calls: readonly RecordedCall[], bound: string, world: World, isNot: boolean): MatcherOutcome {
  const report = findPermissions(calls, findBound(parseBound(bound), [world]))
  // A run without calls fails, even if negated, because it shows nothing.
  const needsMore = calls.length === 0 ? !isNot : report.calls.some(({ exceeds }) => exceeds === true)
  const expected = `expected that ${isNot ? 'a' : 'no'} call needs more than ${bound}`
  const text = () => writeReport('pretty', reportPermissions(report, 'the test'))
  return {
    pass: !needsMore,
    message: () =>
      calls.length === 0 ? `${expected}, and the emulator has received none` : `${expected}\n\n${text()}`,
  }
}
