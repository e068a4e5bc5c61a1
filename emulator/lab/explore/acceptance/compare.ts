import { worldDifferences } from '../canonical.ts'
import type { Observed } from '../experiment.ts'
import { ignoredFailure } from '../ignored-failure.ts'
import type { Judgement } from '../judgement.ts'
import { survived, type Claim } from './claim.ts'

/** The references whose world a run left. One in which the client failed is not the world of a success. */
export function sameWorld({ run, rights }: Claim): Observed[] {
  return succeeded(rights).filter((right) => worldDifferences(right.world, run.world).length === 0)
}

/** The judgement of a run that left the world of no reference. */
export function wrongWorld(claim: Claim): Judgement | undefined {
  return sameWorld(claim).length > 0 ? undefined : differentWorld(claim, succeeded(claim.rights))
}

/** `wrong-world`, with the differences to the reference that is nearest. */
export function differentWorld({ run }: Claim, rights: readonly Observed[]): Judgement {
  const [nearest = []] = rights
    .map((right) => worldDifferences(right.world, run.world))
    .toSorted((a, b) => a.length - b.length)
  return { verdict: 'wrong-world', because: formatDifferences(nearest).join('\n'), rights: rights.map(bare) }
}

/** The judgement of a run that gave the output of none of these references. */
export function wrongOutput(claim: Claim, rights: readonly Observed[]): Judgement | undefined {
  const { output } = claim.run
  if (rights.some((right) => claim.agree(right.output, output))) return undefined
  return { verdict: 'wrong-output', because: outputDifference(rights[0]?.output, output), rights: rights.map(bare) }
}

/** `survived`, with the failure that the client ignored, where there is one. */
export function judgeIgnored({ run, baseline }: Claim): Judgement {
  const ignored = ignoredFailure(run, baseline)
  return ignored === undefined ? survived : { ...survived, ignored }
}

export function succeeded(rights: readonly Observed[]): Observed[] {
  return rights.filter(({ outcome }) => outcome.end === 'succeeded')
}

function bare({ outcome, world }: Observed): NonNullable<Judgement['rights']>[number] {
  return { outcome, world }
}

const [MAX_SHOWN, MAX_LINE] = [5, 300] as const

/** The first differences, each as far as a line goes. */
function formatDifferences(differences: readonly string[]): string[] {
  const lines = differences
    .slice(0, MAX_SHOWN)
    .map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line))
  return differences.length <= MAX_SHOWN ? lines : [...lines, `and ${differences.length - MAX_SHOWN} more records`]
}

function outputDifference(expected: unknown, actual: unknown): string {
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length !== actual.length)
    return `expected ${expected.length} records, got ${actual.length}`
  return `expected ${shortText(expected)}, got ${shortText(actual)}`
}

function shortText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}
