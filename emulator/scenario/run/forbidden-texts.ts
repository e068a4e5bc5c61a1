import type { Path } from '../../engine/checking/problems.ts'
import type { Difference } from '../../engine/matching/expect.ts'

/** Reports each text that must not appear, and does. */
export function forbiddenTexts(lacks: string | string[] | undefined, text: string, path: Path): Difference[] {
  // A forbidden text is often a secret: it is not repeated here.
  return listed(lacks)
    .filter((part) => text.includes(part))
    .map(() => ({ path, expected: 'text without the forbidden text', actual: 'text that contains it' }))
}

export function listed(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value
}
