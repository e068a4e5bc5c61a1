import { alternatives, type NamedAlternative } from '../../contract/variants.ts'
import type { AssumptionId } from '../../contract/assumptions.ts'
import { seeDecision } from './facts/refusals.ts'
import { seePair } from './facts/seen-answer.ts'
import { differs, findReach, LOOK_FAR_AHEAD, type Hypothesis, type Search } from './hypotheses.ts'
import { takeStep, type TimelineStep } from './timeline.ts'
import type { Twin } from './twin.ts'

/** A difference that an alternative explains. */
export interface Silence {
  readonly reason: string
  /** The twin after the exchange, which it answered by the alternative. */
  readonly twin: Twin
}

const describe = (assumption: AssumptionId): string =>
  `the specification is silent here: the twin follows ${assumption}`

/** A reason if an assumption alone decided whether the twin admits the request: this is a fact. */
export function findSilence(step: TimelineStep): string | undefined {
  const pair = seePair(step)
  const [found] = pair === undefined ? [] : seeDecision(pair)
  return found && describe(found.assumption)
}

/**
 * Finds an alternative that makes the twin answer like the target in at least as many exchanges as the best mutant does.
 * What the specification allows comes before what contradicts it.
 */
export function findByAlternative(search: Search, best: Hypothesis | undefined): Silence | undefined {
  const { timeline, exchanges, at } = search
  if (best !== undefined && best.mutant === undefined) return undefined
  const [before, step] = [timeline.before[at]!, timeline.steps[at]!]
  const end = Math.min(exchanges.length, at + LOOK_FAR_AHEAD)
  for (const by of alternatives) {
    if (by.by.mutator === 'settings' || !step.twin.statements.includes(by.statement)) continue
    const twin = forkOtherwise(before, by)
    const other = takeStep(twin, exchanges[at]!)
    if (differs(other) || other.undecided !== undefined) continue
    if (best !== undefined && findReach(twin.fork(), exchanges, at + 1, end) < best.reach) continue
    twin.host.world.settings = before.host.world.settings
    return { reason: describe(by.statement), twin }
  }
  return undefined
}

/** Forks a twin that follows an alternative to an assumption. */
function forkOtherwise(before: Twin, { id }: NamedAlternative): Twin {
  const twin = before.fork()
  const { settings } = twin.host.world.state
  twin.host.world.settings = { ...settings, otherwise: [...(settings.otherwise ?? []), id] }
  return twin
}
