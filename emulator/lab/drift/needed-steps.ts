import type { Scenario } from '../../scenario/schema.ts'
import type { Step } from '../../scenario/schema-steps.ts'

/** Steps of a probe file with the caller of each, which a step without one has from the step before. */
export function withCallers({ steps = [], as }: Scenario): readonly Step[] {
  let caller = as
  return steps.map((step) => {
    if (!('http' in step) && !('call' in step)) return step
    caller = step.as ?? caller
    return caller === undefined ? step : { ...step, as: caller }
  })
}

/**
 * Choices of steps that the wanted ones may need, the fewest first: those that save what they name; with them all earlier
 * writes about the same records; all earlier writes.
 */
export function* neededSteps(steps: readonly Step[], wanted: readonly number[]): Generator<number[]> {
  const names = steps.map(listNames)
  const saved = steps.map((step) => Object.keys(('save' in step ? step.save : undefined) ?? {}))
  const shares = (one: number, other: number): boolean => names[one]!.some((name) => names[other]!.includes(name))
  const makes = (n: number, user: number): boolean =>
    saved[n]!.some((name) => names[user]!.includes(name)) || (isCreation(steps[n]!) && shares(n, user))
  const writes = (n: number): boolean => !isPlainRead(steps[n]!)
  // Everything in a record is deleted with it.
  const fills = (n: number, user: number): boolean => isDeletion(steps[user]!) && writes(n)
  yield close(wanted, (n, user) => makes(n, user) || (wanted.includes(user) && fills(n, user)))
  yield close(wanted, (n, user) => makes(n, user) || (writes(n) && (shares(n, user) || isDeletion(steps[user]!))))
  yield close(wanted, (n, user) => makes(n, user) || writes(n))
}

/** The wanted steps, and all earlier ones that a step among them needs, in their order. */
function close(wanted: readonly number[], needs: (n: number, user: number) => boolean): number[] {
  const found = new Set(wanted)
  for (let user = Math.max(...wanted); user > 0; user--)
    for (let n = 0; found.has(user) && n < user; n++) if (needs(n, user)) found.add(n)
  return [...found].toSorted((a, b) => a - b)
}

/** Variables, aliases of the run and sockets that a step names. */
function listNames(step: Step): string[] {
  const text = JSON.stringify({ ...step, save: undefined, expect: undefined })
  const named = Array.from(
    text.matchAll(/\$\{(\w+)|(svc-drift-run[\w-]*)/g),
    ([, variable, alias]) => variable ?? alias!,
  )
  return 'socket' in step && step.socket !== undefined ? [...named, `socket ${step.socket}`] : named
}

const isCreation = (step: Step): boolean => 'http' in step && /^POST \/(?:orgs|users)$/.test(step.http)

const isDeletion = (step: Step): boolean => 'http' in step && step.http.startsWith('DELETE ')

/** True for a request that neither writes nor waits. */
function isPlainRead(step: Step): boolean {
  if ('within' in step && step.within !== undefined) return false
  if ('http' in step) return step.http.startsWith('GET ')
  return 'call' in step && /\.(?:get|list|query|check)_/.test(step.call)
}
