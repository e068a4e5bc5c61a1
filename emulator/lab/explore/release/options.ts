import { boundedParse } from '../../../engine/checking/bounded-parse.ts'
import { EmulatorError } from '../../../engine/checking/emulator-error.ts'
import { isObject } from '../../../engine/checking/is-object.ts'
import { problemsFrom } from '../../../engine/checking/issues.ts'
import type { Path, Problem } from '../../../engine/checking/problems.ts'
import { anything, checkOptions, type OptionKinds } from '../../../engine/checking/options.ts'
import { rulesSchema, unknownIdProblems, type Rules } from '../../../engine/world/rules.ts'
import { settingsSchema } from '../../../engine/world/settings.ts'
import { baseEmulator, keyFor } from '../../engine/base-emulator.ts'
import { functionSubject, type SubjectFunction } from '../../subjects/function.ts'
import { exploreKinds } from '../options.ts'
import { readSettings, sharedKinds, type SharedOptions } from '../together/options.ts'
import { exploreRelease } from './release.ts'
import type { ReleaseReport } from './report.ts'

/** Options that `explore` takes for two releases of the service. */
export interface ReleaseOptions extends SharedOptions {
  /** Rules of the next release, as the value of `settings` in a scenario. */
  readonly release: Rules
}

const kinds: OptionKinds<ReleaseOptions> = { ...sharedKinds, release: anything }

/** True for options of two releases of the service. */
export function isRelease(options: object): options is ReleaseOptions {
  return (options as Partial<ReleaseOptions>).release !== undefined
}

/** Explores a function whose requests meet one of two releases, in process. */
export async function exploreReleaseOfFunction(
  subject: SubjectFunction,
  options: ReleaseOptions,
): Promise<ReleaseReport> {
  checkOptions('explore with release', options, kinds, [], (name) =>
    Object.hasOwn(exploreKinds, name) ? 'it is about failures, and no call fails here' : undefined,
  )
  const base = baseEmulator(options)
  const client = functionSubject(subject, keyFor(base, options.apiKey))
  return exploreRelease(client, base, readRules(options.release, ['release']), readSettings(options))
}

/**
 * Reads the rules of a release: settings, or a scenario that has them. Throws `EmulatorError` with all problems, whose
 * paths begin with `path`.
 */
export function readRules(document: unknown, path: Path): Rules {
  const [given, at] = findSettings(document, path)
  const parsed = boundedParse(rulesSchema, given)
  const problems = parsed.success ? unknownIdProblems(parsed.output, []) : problemsFrom(parsed, rulesSchema)
  if (problems.length > 0)
    throw new EmulatorError(
      problems.map((each) => ({ ...each, ...explainLasting(each), path: [...path, ...at, ...each.path] })),
    )
  return parsed.output as Rules
}

function findSettings(document: unknown, path: Path): [settings: unknown, path: Path] {
  const { scenario, world, settings } = isObject(document) ? document : {}
  if (isObject(world) && world['settings'] !== undefined) return [world['settings'], ['world', 'settings']]
  if (scenario !== undefined)
    throw new EmulatorError([
      { kind: 'missing', path: [...path, 'world'], message: 'expected `settings`: they are what a release changes' },
    ])
  return settings === undefined ? [document, []] : [settings, ['settings']]
}

/** Message about a setting that is one of a world and no rule. */
function explainLasting({ kind, path: [name] }: Problem): Partial<Problem> {
  return kind === 'unknown' && Object.hasOwn(settingsSchema.entries, name ?? '')
    ? { message: 'not about one request, so releases cannot differ in it' }
    : {}
}
