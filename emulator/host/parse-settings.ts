import { boundedParse } from '../engine/checking/bounded-parse.ts'
import { EmulatorError } from '../engine/checking/emulator-error.ts'
import { problemsFrom } from '../engine/checking/issues.ts'
import { mergeSettings, unknownIdProblems } from '../engine/world/rules.ts'
import { defaultSettings, settingsSchema, type Settings, type SettingsInput } from '../engine/world/settings.ts'

/** Merges settings, and fills in defaults. Throws `EmulatorError` with all problems. */
export function parseSettings(given: readonly (SettingsInput | undefined)[]): Settings {
  const merged = mergeSettings(given)
  if (Object.keys(merged).length === 0) return defaultSettings()
  const parsed = boundedParse(settingsSchema, merged)
  if (!parsed.success) {
    const problems = problemsFrom(parsed, settingsSchema)
    throw new EmulatorError(problems.map((problem) => ({ ...problem, path: ['settings', ...problem.path] })))
  }
  const unknown = unknownIdProblems(parsed.output, ['settings'])
  if (unknown.length > 0) throw new EmulatorError(unknown)
  return parsed.output
}
