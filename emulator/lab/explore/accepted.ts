import { didYouMean } from '../../engine/checking/near-miss.ts'
import type { AcceptedNames } from '../engine/accepted.ts'
import { groups } from './fault.ts'
import { faultModel } from './fault-model.ts'
import { verdicts, type Verdict } from './verdict.ts'
import type { Point } from './points.ts'

/** A finding accepted beforehand: `wrong-output lost-answer`, `wrong-output network at GET /users/me/orgs`. */
interface AcceptedFinding {
  readonly verdict: string
  /** A fault, two faults (`a then b`), or a group. */
  readonly fault: string
  /** The only call at which it is accepted; undefined for all calls. */
  readonly call: string | undefined
}

interface Rejected {
  readonly verdict: Verdict
  readonly fault: string
  readonly group: string
  readonly point: Point | undefined
}

function parsed(id: string): AcceptedFinding {
  const [, verdict = '', fault = '', call] = /^(\S*) ?(.*?)(?: at (.+))?$/.exec(id)!
  return { verdict, fault, call }
}

/** The verdict in the id of an accepted finding. */
export const acceptedVerdict = (id: string): Verdict => parsed(id).verdict as Verdict

/** True if the id covers a rejected experiment. */
export function isAccepted(id: string, { verdict, fault, group, point }: Rejected): boolean {
  const known = parsed(id)
  const isThere =
    known.call === undefined || (point !== undefined && [point.id, point.call, point.unit].includes(known.call))
  return isThere && known.verdict === verdict && (known.fault === fault || known.fault === group)
}

/** Findings that are known: `<verdict> <fault>` for every call, `<verdict> <fault> at <call>` for one. */
export const acceptedFindings: AcceptedNames = {
  form: '<verdict> <fault>: <reason>',
  all: 'findings',
  one: 'finding',
  check: acceptedProblem,
}

/** Validates the id of an accepted finding. */
function acceptedProblem(id: string): string[] {
  const { verdict, fault } = parsed(id)
  if (!verdicts.includes(verdict as Verdict))
    return [`there is no verdict '${verdict}'${didYouMean(verdict, verdicts)}`]
  const known = [...groups, ...faultModel.map((each) => each.name)]
  return fault
    .split(' then ')
    .filter((name) => !known.includes(name))
    .map((name) => `there is no fault or group '${name}'${didYouMean(name, known)}`)
}
