import { pathText } from '../checking/problems.ts'
import type { Difference } from './expect.ts'

/** Formats a difference: `body.user.role: expected "owner", got "read"` */
export function differenceText({ path, expected, actual }: Difference): string {
  const at = pathText(path)
  return `${at ? `${at}: ` : ''}expected ${expected}, got ${actual}`
}
