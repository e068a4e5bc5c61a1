import type { ShownStep } from '../../../emulator/scenario/shown-bundle.ts'

/** Describes a step: `Step 3, GET /users/me (failed)`. */
export function describeStep({ number, title, status }: ShownStep): string {
  return `Step ${number}, ${title}${status === 'passed' ? '' : ` (${status})`}`
}

/** The step that made an entry. */
export function findStep(steps: readonly ShownStep[], number: number): ShownStep | undefined {
  return steps.find(({ entries: [first, last] = [1, 0] }) => first <= number && number <= last)
}
