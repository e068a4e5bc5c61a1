import { ProblemList } from '../checking/problem-list.ts'
import type { Path, Problem } from '../checking/problems.ts'
import { namesOf, type KnownUnit } from './check-names.ts'
import type { CallStep, HttpStep, Step } from './schema-steps.ts'

/** Endpoints and commands that steps name, against those there are. Of those that are wrong, no more than are shown are looked into. */
export function stepNameProblems(steps: readonly Step[], units: readonly KnownUnit[]): Problem[] {
  const names = namesOf(units)
  const found = new ProblemList()
  found.addFrom(steps, (step, index) => {
    const path: Path = ['steps', index]
    if ('http' in step && !expectsUnknown(step)) return names.endpoint(step.http, [...path, 'http'])
    return 'call' in step && !expectsUnknown(step) ? names.command(step.call, [...path, 'call']) : []
  })
  return found.toArray()
}

/** A step may ask for what is not there, when it says that it expects so. */
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
