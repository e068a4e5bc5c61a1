import { alternatives, type NamedAlternative } from '../../contract/assumptions.ts'
import { differs } from './hypotheses.ts'
import { takeStep, type TimelineStep } from './timeline.ts'
import type { Twin } from './twin.ts'

/** Forks a twin that follows an alternative to an assumption. */
export function forkOtherwise(before: Twin, { id }: NamedAlternative): Twin {
  const twin = before.fork()
  const { settings } = twin.host.world.state
  twin.host.world.settings = { ...settings, otherwise: [...(settings.otherwise ?? []), id] }
  return twin
}

/** Finds an alternative to an assumption of the twin's answer that makes the twin answer like the target. */
export function findAlternative({ twin, exchange }: TimelineStep, before: Twin): NamedAlternative | undefined {
  return alternatives.find((by) => {
    if (by.by.mutator === 'settings' || !twin.statements.includes(by.assumption)) return false
    const step = takeStep(forkOtherwise(before, by), exchange)
    return step.undecided === undefined && !differs(step)
  })
}
