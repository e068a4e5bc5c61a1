import { didYouMean } from '../../engine/checking/near-miss.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { groups, type PlainRun, type ExploreFault } from './fault.ts'
import type { ExperimentPlan } from './plan.ts'
import { faultModel } from './fault-model.ts'
import { makeExperiment, type Experiment } from './experiment.ts'
import type { ExploreOptions } from './options.ts'
import { isRead, type Point } from './points.ts'
import type { Subject } from '../engine/subject.ts'

/** All experiments with one fault. */
export function allExperiments(baseline: PlainRun): Experiment[] {
  return faultModel.flatMap((fault) => [
    ...whole(fault, baseline),
    ...baseline.points.flatMap((point) => atPoint(fault, point, baseline)),
  ])
}

export function experimentsFor(baseline: PlainRun, options: ExploreOptions): Experiment[] {
  return chooseExperiments(allExperiments(baseline), options)
}

/**
 * Experiments that the options want: the most severe fault at each call that writes; then each fault once, at a write
 * where there is one, the most severe first; then each at every call before any second variant.
 */
export function chooseExperiments<Each extends Experiment>(all: readonly Each[], options: ExploreOptions): Each[] {
  requireWays(all, options)
  return inOrder(all.filter((experiment) => isWanted(experiment, options)))
}

/** Throws `EmulatorError` for a variant of a fault (`gateway:502`) that applies to no call. */
function requireWays(all: readonly Experiment[], { only = [] }: ExploreOptions): void {
  for (const word of only) {
    const [name] = word.split(':', 1)
    if (name === word || !faultModel.some((fault) => fault.name === name)) continue
    const ways = [...new Set(all.filter(({ fault }) => fault.name === name).map(variantName))]
    if (!ways.includes(word))
      throw new EmulatorError(
        `there is no '${word}'${didYouMean(word, ways)} (known for this client: ${ways.join(', ') || 'none'})`,
      )
  }
}

const variantName = ({ fault, plans }: Experiment): string => named(fault, plans.at(-1)!.variant)

/** Experiments at calls that appeared only because of another fault. */
export function experimentsAfter(
  first: Experiment,
  appeared: readonly Point[],
  baseline: PlainRun,
  options: ExploreOptions,
): Experiment[] {
  return faultModel
    .filter(({ at }) => at !== undefined)
    .flatMap((fault) => appeared.flatMap((point) => atPoint(fault, point, baseline)))
    .filter((experiment) => isWanted(experiment, options))
    .map((experiment) =>
      makeExperiment({
        ...experiment,
        id: `${first.id} then ${experiment.id}`,
        plans: [...first.plans, ...experiment.plans],
        after: first,
      }),
    )
}

function whole(fault: ExploreFault, baseline: PlainRun): Experiment[] {
  return (fault.throughout?.(baseline) ?? []).map((plan) =>
    makeExperiment({ id: named(fault, plan.variant), fault, point: undefined, plans: [plan] }),
  )
}

function atPoint(fault: ExploreFault, point: Point, baseline: PlainRun): Experiment[] {
  return (fault.at?.(point, baseline) ?? []).map((plan) => experimentAt(fault, point, plan))
}

/** Experiment with a plan at a call. */
export function experimentAt(fault: ExploreFault, point: Point, plan: ExperimentPlan): Experiment {
  return makeExperiment({ id: `${point.id}:${named(fault, plan.variant)}`, fault, point, plans: [plan] })
}

/** True if the options include experiments that need to know which calls are concurrent. */
export function wantsOrders({ only, skip = [], case: id }: ExploreOptions): boolean {
  const orders = faultModel.filter(({ group }) => group === 'order').map(({ name }) => name)
  if (id !== undefined) return orders.some((name) => id.includes(`:${name}`))
  return (
    !skip.includes('order') &&
    (only === undefined || only.some((word) => word === 'order' || orders.includes(word) || /[ .#]/.test(word)))
  )
}

/** Throws `EmulatorError` for an item of `only` that names no call, group or fault: it would select nothing. */
export function requireCalls(
  { name: subject }: Pick<Subject, 'name'>,
  points: readonly Point[],
  { only = [] }: ExploreOptions,
): void {
  const names = [...new Set(points.flatMap(({ id, call, unit }) => [id, call, unit]))]
  const known = [...groups, ...faultModel.map(({ name }) => name)]
  for (const word of only) {
    if (
      known.includes(word) ||
      names.some((name) => word === name || word.startsWith(`${name}:`)) ||
      known.some((name) => word.startsWith(`${name}:`))
    )
      continue
    throw new EmulatorError(
      `${subject} makes no call '${word}'${didYouMean(word, names)} (its calls: ${points.map(({ id }) => id).join(', ') || 'none'})`,
    )
  }
}

function named({ name }: ExploreFault, variant: string | undefined): string {
  return variant === undefined ? name : `${name}:${variant}`
}

function isWanted(experiment: Experiment, { only, skip = [] }: ExploreOptions): boolean {
  const { id, fault, point } = experiment
  const words = [
    fault.name,
    fault.group,
    variantName(experiment),
    id,
    ...(point === undefined ? [] : [point.id, point.call, point.unit, `${point.id}:${variantName(experiment)}`]),
  ]
  return (only === undefined || only.some((word) => words.includes(word))) && !skip.some((word) => words.includes(word))
}

/** Failures of most severity at calls that write come before all: a write can be lost or doubled unseen. */
const gravest = Math.max(...faultModel.map(({ severity }) => severity))

const isAtWrite = ({ point }: Experiment): boolean => point !== undefined && !isRead(point)

function inOrder<Each extends Experiment>(experiments: readonly Each[]): Each[] {
  const turns = new Map<string, number>()
  const first = new Map(
    [...experiments.toReversed(), ...experiments.filter(isAtWrite).toReversed()].map((each) => [each.fault, each]),
  )
  const keyed = experiments.map((experiment, n) => {
    const { fault, point } = experiment
    const key = `${point?.call ?? ''} ${variantName(experiment)}`
    const turn = turns.get(key) ?? 0
    turns.set(key, turn + 1)
    const isGrave = turn === 0 && fault.severity === gravest && isAtWrite(experiment)
    return { experiment, turn: isGrave ? -2 : first.get(fault) === experiment ? -1 : turn, n }
  })
  return keyed
    .toSorted((a, b) => a.turn - b.turn || b.experiment.fault.severity - a.experiment.fault.severity || a.n - b.n)
    .map(({ experiment }) => experiment)
}
