import { joinOverlays } from '../../engine/overlay.ts'
import type { ShownOutcome } from '../finding-scenarios/outcome-scenario.ts'
import { overlayFor, type CopyFault } from './copy-faults.ts'
import { readEnd, readStep, type LadderStep, type ShownCase } from './ladder.ts'
import type { FaultAtCopy, TogetherFinding } from './report.ts'
import type { Judged } from './round.ts'
import { STILL, type Ran } from './run-together.ts'
import { findSentence } from '../../../contract/find-sentence.ts'
import { catalog } from '../../../service/catalog.ts'

/** A finding with the runs behind it. */
export type Found = ShownOutcome & { readonly finding: TogetherFinding }

/** An order as a finding, with what a scenario of it needs. `orders`: number of those that show it. */
export function showFound(id: string, { run, result, round }: Judged, orders: number): Found {
  const { fault, how, serials, masks } = round
  const schedule = run.steps.map(({ copy }) => copy + 1).join('-')
  const caseId = fault === undefined ? schedule : `${schedule} with ${fault.id}`
  // A saved scenario names its programs by their numbers.
  const numbers = how.members.map((_, place) => String(place + 1))
  return {
    finding: {
      id,
      verdict: result.verdict!,
      because: result.because,
      schedule,
      ...(fault !== undefined && { fault: describeFault(fault, round.names) }),
      case: caseId,
      steps: listSteps({ run, round }),
      prevents: result.verdict === 'doubled-record' ? findPreventing(run, result.tables) : [],
      orders,
    },
    order: schedule,
    case: caseId,
    plan: joinOverlays([...(fault === undefined ? [] : [overlayFor(fault, numbers)]), { settings: STILL }]),
    run,
    rights: serials,
    start: run.start,
    masks: masks.outputs,
    timeMs: how.limits.timeMs,
  }
}

/** The run of an order. */
export function showCase({ run, round }: Judged): ShownCase {
  return {
    steps: listSteps({ run, round }),
    ends: run.outcomes.map((outcome, place) => readEnd(round.names[place]!, outcome)),
  }
}

function describeFault({ id, fault, says, place, point }: CopyFault, names: readonly string[]): FaultAtCopy {
  const at = place === undefined ? {} : { copy: names[place]!, call: point!.id }
  return { id, name: fault.name, what: says, ...at }
}

function listSteps({ run, round }: Pick<Judged, 'run' | 'round'>): LadderStep[] {
  return run.steps.flatMap(({ calls }) => calls.map((call) => readStep(call, round.fault?.fault.name)))
}

/** The clause by which a second record with the same alias is refused. */
const UNIQUE = 'identifiers.alias.globally-unique'

/** The sentence that would refuse the second record, if a call that wrote to one of these tables can give it an alias. */
function findPreventing({ steps, start }: Ran, tables: readonly string[]): string[] {
  const names = start.state.tables.map(({ definition }) => definition.name)
  const writing = steps.filter(({ touched }) => touched.writes.some(({ table }) => tables.includes(names[table]!)))
  const written = new Set(writing.flatMap(({ calls }) => calls.map(({ unit }) => unit?.id)))
  const isNamed = catalog.some(
    (unit) => written.has(unit.id) && (unit.errors as readonly string[]).includes('alias_taken'),
  )
  return isNamed ? [`with an alias the second is refused: ${findSentence(UNIQUE)} (${UNIQUE})`] : []
}
