import type { Path } from '../../engine/checking/problems.ts'
import type { Difference } from '../../engine/matching/expect.ts'

/** A difference for each text that must not appear, and does. */
export function lacking(lacks: string | string[] | undefined, text: string, path: Path): Difference[] {
  // A forbidden text is often a secret: it is not repeated here.
  return listed(lacks)
    .filter((part) => text.includes(part))
    .map(() => ({ path, expected: 'text without what it must lack', actual: 'text that has it' }))
}

export function listed(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value
}
