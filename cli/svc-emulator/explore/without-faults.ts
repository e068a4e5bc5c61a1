import { usageError } from '../../shared/client-error.ts'
import type { ExploreSettings } from './explore-flags.ts'

/** Rejects flags about failures of calls. `question` says what is tried instead. */
export function requireNoFaults(question: string, settings: Partial<ExploreSettings>): void {
  const { against, save, only, skip, allow, mustSurvive, strict, depth } = settings
  const flags = { against, save, only, skip, allow, 'must-survive': mustSurvive, strict: strict || undefined }
  const given = Object.entries(flags).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`]))
  if (depth === 2) given.push('--depth 2')
  if (given.length > 0)
    throw usageError(`${question}, and ${given.join(', ')} is about failures of one client: leave it out`)
}
