import { worldDifferences } from '../../engine/canonical.ts'
import type { Observed } from '../../engine/world-subject.ts'
import { findIgnoredFailure } from '../ignored-failure.ts'
import type { Judgement } from '../judgement.ts'
import { shortDifferences, shortValue } from '../short-text.ts'
import { survived, type Claim } from './claim.ts'

/** Correct runs with the world that this run left. Runs in which the client failed are left out. */
export function findSameWorld({ run, correctRuns: rights }: Claim): Observed[] {
  return onlySucceeded(rights).filter((right) => worldDifferences(right.world, run.world).length === 0)
}

/** `wrong-world` for a run that left the world of no correct run. */
export function wrongWorld(claim: Claim): Judgement | undefined {
  return findSameWorld(claim).length > 0 ? undefined : differentWorld(claim, onlySucceeded(claim.correctRuns))
}

/** `wrong-world`, with the differences to the nearest correct run. */
export function differentWorld({ run }: Claim, rights: readonly Observed[]): Judgement {
  const [nearest = []] = rights
    .map((right) => worldDifferences(right.world, run.world))
    .toSorted((a, b) => a.length - b.length)
  return { verdict: 'wrong-world', because: shortDifferences(nearest).join('\n'), correctRuns: rights.map(bare) }
}

/** `wrong-output` for a run with the output of none of these runs. */
export function wrongOutput(claim: Claim, rights: readonly Observed[]): Judgement | undefined {
  const { output } = claim.run
  if (rights.some((right) => claim.agree(right.output, output))) return undefined
  return {
    verdict: 'wrong-output',
    because: outputDifference(rights[0]?.output, output),
    correctRuns: rights.map(bare),
  }
}

/** `survived`, with the failure that the client ignored, if any. */
export function judgeIgnored({ run, baseline }: Claim): Judgement {
  const ignored = findIgnoredFailure(run, baseline)
  return ignored === undefined ? survived : { ...survived, ignored }
}

export function onlySucceeded(rights: readonly Observed[]): Observed[] {
  return rights.filter(({ outcome }) => outcome.end === 'succeeded')
}

function bare({ outcome, world }: Observed): NonNullable<Judgement['correctRuns']>[number] {
  return { outcome, world }
}

function outputDifference(expected: unknown, actual: unknown): string {
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length !== actual.length)
    return `expected ${expected.length} records, got ${actual.length}`
  return `expected ${shortValue(expected)}, got ${shortValue(actual)}`
}
