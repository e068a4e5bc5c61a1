import { ProblemList } from '../checking/problem-list.ts'
import type { Path, Problem } from '../checking/problems.ts'
import { knownNames, type KnownUnit } from './check-names.ts'
import type { CallStep, HttpStep, Step } from './schema-steps.ts'

/** Checks endpoints and commands that steps name against those of the API. Checking stops when the list is full. */
export function stepNameProblems(steps: readonly Step[], units: readonly KnownUnit[]): Problem[] {
  const names = knownNames(units)
  const found = new ProblemList()
  found.addFrom(steps, (step, index) => {
    const path: Path = ['steps', index]
    if ('http' in step && !expectsUnknown(step)) return names.endpoint(step.http, [...path, 'http'])
    return 'call' in step && !expectsUnknown(step) ? names.command(step.call, [...path, 'call']) : []
  })
  return found.toArray()
}

/** True if a step expects that its endpoint or command is unknown. */
function expectsUnknown(step: HttpStep | CallStep): boolean {
  const { error, status } = step.expect ?? {}
  const code = 'call' in step ? step.expect?.code : undefined
  return (
    error === 'endpoint_not_found' ||
    error === 'method_not_allowed' ||
    status === 404 ||
    status === 405 ||
    code === -32601 ||
    ('http' in step && step.http.startsWith('OPTIONS ')) ||
    ('http' in step && step.http.startsWith('HEAD '))
  )
}
