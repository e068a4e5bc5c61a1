import { boundedParse } from '../engine/checking/bounded-parse.ts'
import { EmulatorError } from '../engine/checking/emulator-error.ts'
import { isObject } from '../engine/checking/is-object.ts'
import { problemsFrom } from '../engine/checking/issues.ts'
import { ProblemList } from '../engine/checking/problem-list.ts'
import type { Path } from '../engine/checking/problems.ts'
import { defaultSettings, settingsSchema, type Settings, type SettingsInput } from '../engine/world/settings.ts'
import { unknownAlternative } from './broken/answer-otherwise.ts'
import { unknownMutant } from './broken/break-answer.ts'

/** Merges settings, of which later ones override earlier ones; limits and statuses one by one. */
export function mergeSettings(given: readonly (SettingsInput | undefined)[]): Record<string, unknown> {
  const merged: Record<string, unknown> = {}
  for (const settings of given) {
    for (const [name, value] of Object.entries(settings ?? {}))
      merged[name] = isObject(value) ? { ...(merged[name] as object), ...value } : value
  }
  return merged
}

/** Merges settings, and fills in defaults. Throws `EmulatorError` with all problems. */
export function parseSettings(given: readonly (SettingsInput | undefined)[]): Settings {
  const merged = mergeSettings(given)
  if (Object.keys(merged).length === 0) return defaultSettings()
  const parsed = boundedParse(settingsSchema, merged)
  if (!parsed.success) {
    const problems = problemsFrom(parsed, settingsSchema)
    throw new EmulatorError(problems.map((problem) => ({ ...problem, path: ['settings', ...problem.path] })))
  }
  refuseUnknownIds(parsed.output, ['settings'])
  return parsed.output
}

/** Refuses unknown mutants and alternatives. Lists as many as are shown. `path`: place of the settings. */
export function refuseUnknownIds({ broken, otherwise = [] }: Settings, path: Path): void {
  const found = new ProblemList()
  found.addFrom(broken, (id, n) => unknownMutant(id, [...path, 'broken', n]))
  found.addFrom(otherwise, (id, n) => unknownAlternative(id, [...path, 'otherwise', n]))
  const problems = found.toArray()
  if (problems.length > 0) throw new EmulatorError(problems)
}
