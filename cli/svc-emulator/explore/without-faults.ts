import type { AcceptedNames } from '../../../emulator/lab/engine/accepted.ts'
import { ownCommand } from '../../../emulator/scenario/own-command.ts'
import { quoted } from '../../../emulator/scenario/run/words.ts'
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

/** Findings that are known, by their ids. */
export const anyFindings: AcceptedNames = {
  form: '<finding>: <reason>',
  all: 'findings',
  one: 'finding',
  check: () => [],
}

/** Command line that asks again, with these flags of its question. */
export function formatAgain(
  own: object,
  { scenario, fixtures, seed, key, home, beside = [], program }: ExploreSettings,
): string {
  const flags = { ...own, fixtures: fixtures?.join(','), seed, key, home }
  const given = Object.entries(flags).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  )
  const others = beside.flatMap((each) => ['--beside', each])
  const words = ['explore', ...(scenario === undefined ? [] : [scenario]), ...given, ...others, '--', ...program]
  return `${ownCommand} ${words.map(quoted).join(' ')}`
}
