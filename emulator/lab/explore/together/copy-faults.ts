import { EmulatorError } from '../../../engine/checking/emulator-error.ts'
import { allExperiments, chooseExperiments, requireCalls } from '../experiments.ts'
import type { Experiment } from '../experiment.ts'
import { catalogUnits } from '../fault.ts'
import type { ExploreOptions } from '../options.ts'
import { findPoints, type Point } from '../points.ts'
import type { Overlay } from '../../engine/overlay.ts'
import type { Ran } from './run-together.ts'

/** A failure at a call of one of several clients. Its id names the client by its number: `2: GET /orgs#1:lost-answer`. */
export interface CopyFault extends Experiment {
  /** Place of the client, from 0; undefined for a failure of the whole run. */
  readonly place: number | undefined
}

/** Options that choose failures. */
export type FaultChoice = Pick<ExploreOptions, 'only' | 'skip'>

/** A serial run, as failures are planned from it. */
type SerialRun = Pick<Ran, 'entries' | 'start'>

/**
 * Plans failures at the calls of a serial run. Failures that change the order of calls are left out: all orders are tried.
 * Throws `EmulatorError` where a word of `only` names none of them.
 */
export function chooseCopyFaults(run: SerialRun, names: readonly string[], options: FaultChoice): CopyFault[] {
  const points = pointsByClient(run, names)
  requireCalls({ name: 'none of the clients' }, points.flat(), options)
  const planned = planFaults(run, points)
  const none = options.only?.filter((word) => chooseExperiments(planned, { only: [word] }).length === 0) ?? []
  if (none.length > 0)
    throw new EmulatorError(
      `only: ${none.join(', ')} is no failure that can be tried at a call of several clients: all orders of their calls are tried anyway`,
    )
  const chosen = chooseExperiments(planned, options)
  if (chosen.length === 0) throw new EmulatorError(`skip: ${options.skip?.join(', ')} leaves no failure to try`)
  return chosen
}

/** Finds a failure by its id. Throws `EmulatorError` with the known ones of its call. */
export function findCopyFault(run: SerialRun, names: readonly string[], id: string): CopyFault {
  const points = pointsByClient(run, names)
  const found = planFaults(run, points).find((each) => each.id === id)
  if (found !== undefined) return found
  const calls = points.flatMap((each, place) => each.map((point) => `${place + 1}: ${point.id}`))
  throw new EmulatorError(`case: there is no failure '${id}' (calls of the clients: ${calls.join(', ')})`)
}

/** Calls of each client. */
function pointsByClient({ entries }: SerialRun, names: readonly string[]): Point[][] {
  const all = entries()
  return names.map((name) => findPoints(all.filter(({ copy }) => copy === name)))
}

function planFaults({ start }: SerialRun, points: readonly (readonly Point[])[]): CopyFault[] {
  const all = points.flatMap((own, place) =>
    allExperiments({ points: own, concurrent: [], openings: 0, units: catalogUnits, start }).map((each): CopyFault =>
      each.point === undefined ? { ...each, place: undefined } : { ...each, place, id: `${place + 1}: ${each.id}` },
    ),
  )
  return [...new Map(all.map((each) => [each.id, each])).values()]
}

/** The overlay of a failure: only calls of the client of this name meet it. */
export function overlayFor({ overlay, place, fault }: CopyFault, names: readonly string[]): Overlay {
  const copy = place === undefined ? {} : { copy: names[place]! }
  // Real time, for which a call would be refused again, stands still: it is refused once.
  const { refusal: _, triggers = [], ...rest } = overlay
  return { ...rest, triggers: triggers.map((each) => ({ ...each, name: fault.name, when: { ...each.when, ...copy } })) }
}
