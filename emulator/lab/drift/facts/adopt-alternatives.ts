import type { AssumptionId } from '../../../contract/assumptions.ts'
import { alternatives, findVariant, type NamedAlternative } from '../../../contract/variants.ts'
import { factSettings, settingsBy } from '../../../host/facts/fact-settings.ts'
import { differingPaths } from './outline.ts'
import type { Trials } from './trials.ts'

/** A rule for an assumption, other than the one in force: an alternative, or what the emulator assumes. */
export interface Candidate {
  readonly assumption: AssumptionId
  /** Undefined for what the emulator assumes. */
  readonly by: NamedAlternative | undefined
  /** Alternatives in force with this one in place of another one to the same assumption. */
  readonly otherwise: readonly string[]
}

/** A candidate that makes the twin answer more like the target, and the positions of the exchanges that it explains. */
interface Proposal extends Candidate {
  readonly explains: readonly number[]
}

/** Most rounds in which alternatives are adopted: each can show that others are followed, too. */
const MAX_ROUNDS = 8

/**
 * Alternatives that the target follows everywhere, beginning with those in force: under each the twin answers alike in
 * exchanges where it did not, and still does in the others. All exchanges are judged again under what was adopted.
 */
export function adoptAlternatives(trials: Trials, given: readonly string[]): readonly string[] {
  let adopted = given
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const best = findBest(trials, adopted)
    if (best === undefined) return adopted
    adopted = best.otherwise
  }
  return adopted
}

function findBest(trials: Trials, adopted: readonly string[]): Proposal | undefined {
  const found = listCandidates(adopted).flatMap((each) => propose(trials, adopted, each))
  return found.reduce<Proposal | undefined>(
    (best, each) => (best === undefined || each.explains.length > best.explains.length ? each : best),
    undefined,
  )
}

/** The other rules that answers can show, for each assumption. Settings that a run settles are no candidates. */
export function listCandidates(adopted: readonly string[]): Candidate[] {
  const candidates = alternatives.filter(({ id, by }) => !adopted.includes(id) && isShown(by))
  return [
    ...candidates.map((by) => ({
      assumption: by.statement,
      by,
      otherwise: [...adopted.filter((id) => findRow(id) !== by.statement), by.id],
    })),
    ...adopted.map((id) => ({
      assumption: findRow(id)!,
      by: undefined,
      otherwise: adopted.filter((other) => other !== id),
    })),
  ]
}

function findRow(id: string): AssumptionId | undefined {
  return findVariant('otherwise', id)?.statement as AssumptionId | undefined
}

/** False for a rule by chance, which one answer does not show, and for settings that have facts of their own. */
function isShown(by: NamedAlternative['by']): boolean {
  if (isByChance(by)) return false
  return settingsBy(by)?.every((name) => factSettings.has(name)) !== true
}

/** True for a rule that draws the answers that it changes: no number of answers rules it out. */
export function isByChance(by: NamedAlternative['by']): boolean {
  return by.mutator === 'by-rule' && by.rule === 'reads-lag'
}

function propose(trials: Trials, adopted: readonly string[], candidate: Candidate): Proposal[] {
  const { resting, otherwise } = { ...candidate, resting: findResting(trials, adopted, candidate) }
  const explains = resting.filter((at) => !trials.ask(at, adopted)!.fits && trials.ask(at, otherwise)?.fits === true)
  if (explains.length === 0) return []
  const isWorse = resting.some((at) => trials.ask(at, adopted)!.fits && trials.ask(at, otherwise)?.fits === false)
  return isWorse ? [] : [{ ...candidate, explains }]
}

/** Positions of the exchanges that rest on the assumption of a candidate. */
export function findResting(trials: Trials, adopted: readonly string[], { assumption }: Candidate): number[] {
  return trials.positions().filter((at) => trials.restsOn(at, adopted, assumption))
}

/** Paths of the answer that a candidate changes; empty if it does not show there. */
export function findChanged(trials: Trials, at: number, adopted: readonly string[], candidate: Candidate): string[] {
  const [own, other] = [trials.ask(at, adopted), trials.ask(at, candidate.otherwise)]
  return own === undefined || other === undefined ? [] : differingPaths(own.twin, other.twin)
}
