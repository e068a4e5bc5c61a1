/** Gates to which the requests that a test waits for never came. */
import type { Instance } from '../../host/instance.ts'
import { readMatch, nearestText } from '../../host/why-not-fired.ts'
import type { Frozen } from '../../engine/journal/journal-entry.ts'
import type { NearMiss } from '../../engine/journal/verify.ts'
import { plural } from '../../engine/checking/plural.ts'
import type { When } from '../../engine/triggers/schema.ts'
import { conditionText } from './never-fired.ts'

interface AwaitedGate {
  /** Conditions of a gate; undefined for one that triggers name. */
  readonly when: Frozen<When> | undefined
  readonly name: string | undefined
  readonly arrivals: number
  /** Number of arrivals that the test waits for. */
  readonly awaited: number
}

/** Formats a wait that has not ended: `no request came to the gate GET /users/me: the nearest request is #1, …`. */
export function awaitedText({ when, name, arrivals, awaited }: AwaitedGate, nearest: NearMiss | undefined): string {
  const gate = name === undefined && when !== undefined ? conditionText(when) : `'${name}'`
  const reason = nearest === undefined ? '' : `: ${nearestText(nearest)}`
  return arrivals === 0
    ? `no request came to the gate ${gate}${reason}`
    : `${plural(arrivals, 'request')} came to the gate ${gate}, and the test waits for ${awaited}`
}

/** Sentences about the gates of a world for which a test still waits. */
export function stillAwaited({ host, journal }: Instance): string[] {
  return host.holds.all
    .filter(({ awaited }) => awaited > 0)
    .map((gate) => awaitedText(gate, gate.when && journal?.verify(readMatch(gate.when)).near_misses[0]))
}
