import { findCurrentAssumption, type AssumptionId } from '../../contract/assumption-ids.ts'
import { movedAlternatives, type NamedAlternative } from '../../contract/variants.ts'
import { boundedParse } from '../../engine/checking/bounded-parse.ts'
import { didYouMean } from '../../engine/checking/near-miss.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { problemsFrom, problemsIn } from '../../engine/checking/issues.ts'
import { choiceText, valueText, type Path, type Problem } from '../../engine/checking/problems.ts'
import { nothingObserved, type ObservedAssumption, type ObservedAssumptions } from '../../engine/coverage/observed.ts'
import type { SettingsInput } from '../../engine/world/settings.ts'
import { catalog } from '../../service/catalog.ts'
import { factSettings, settingsBy, settingsFrom } from './fact-settings.ts'
import { factsSchema, type FactsDocument, type Fact } from './facts-schema.ts'

export type { FactsDocument, Fact } from './facts-schema.ts'

/** Validated facts about a service. */
export interface Facts {
  /** Facts that have a setting, as settings. */
  readonly settings: SettingsInput
  /** Ids of the alternatives by which the service answers. */
  readonly otherwise: readonly string[]
  /** Assumptions that are settled, with date and known differences. */
  readonly observed: ObservedAssumptions
}

/** Problems of a document of facts; empty if it is valid. */
export function factsProblems(document: unknown): Problem[] {
  if (!isObject(document)) return [problem('type', [], `expected a document of facts, got ${valueText(document)}`)]
  if (document['facts'] === undefined) return [problem('type', [], 'not a facts file: `facts: 1` is missing')]
  const parsed = boundedParse(factsSchema, document)
  if (!parsed.success) return problemsFrom(parsed, factsSchema)
  const seen = new Map<string, Fact>()
  return parsed.output.observations.flatMap((each, index) => [
    ...settingProblems(each, ['observations', index], seen),
    ...alternativeProblems(each, ['observations', index], seen),
    ...unitProblems(each, ['observations', index]),
  ])
}

/**
 * Reads facts from a document. Throws `EmulatorError` with all problems. `path` is the position of the document in the
 * options.
 */
export function factsFrom(document: FactsDocument, path: Path = []): Facts {
  const problems = factsProblems(document)
  if (problems.length > 0) throw new EmulatorError(problems.map((each) => ({ ...each, path: [...path, ...each.path] })))
  const { observations } = document
  const values = observations.flatMap(({ setting, observed }): [string, unknown][] =>
    setting === undefined ? [] : [[setting, observed]],
  )
  const observed = new Map<AssumptionId, ObservedAssumption>()
  for (const each of observations) {
    // An alternative that is ruled out in some units does not settle the assumption.
    if (each.not !== undefined) continue
    const id = findCurrentAssumption(each.assumption)
    if (id !== undefined) observed.set(id, addFact(observed.get(id), each))
  }
  const otherwise = new Set(observations.flatMap(({ alternative = [] }) => alternative))
  return { settings: settingsFrom(new Map(values)), otherwise: [...otherwise], observed }
}

/**
 * True if facts say whether a service answers by an alternative. `units`: those that are asked; an observation of some
 * units says nothing about others. Without them, one unit is enough. A difference that no emulator repeats settles nothing.
 */
export function isAnswered(
  { id, statement, by }: NamedAlternative,
  { observations }: FactsDocument,
  units?: ReadonlySet<string>,
): boolean {
  const own = observations.filter(({ assumption }) => findCurrentAssumption(assumption) === statement)
  const names = (each: string | undefined): boolean =>
    each !== undefined && (movedAlternatives.get(each) ?? each) === id
  const isDiffering = ({ assumed, units: seen }: Fact): boolean =>
    assumed !== undefined && seen !== undefined && (units === undefined || seen.some((unit) => units.has(unit)))
  if (own.some(isDiffering)) return false
  const isAsked = (seen: Fact['units']): boolean =>
    seen === undefined || [...(units ?? [])].every((unit) => seen.includes(unit))
  if (own.some(({ alternative, not, units: seen }) => names(alternative) || (names(not) && isAsked(seen)))) return true
  const needed = settingsBy(by)
  if (needed?.every((name) => observations.some(({ setting }) => setting === name)) === true) return true
  const plain = own.filter(({ setting, alternative, not }) => (setting ?? alternative ?? not) === undefined)
  return plain.length > 0 && plain.every(({ assumed }) => assumed === undefined)
}

/** Assumptions that facts settle; none without facts. */
export function observedIn(document: FactsDocument | undefined): ObservedAssumptions {
  return document === undefined ? nothingObserved : factsFrom(document).observed
}

/** Formats the known differences of an emulator with these facts, one per line: `A-7 (code of user_not_found): …`. */
export function knownDifferences({ observed }: Facts): string[] {
  return [...observed].flatMap(([id, { differs }]) => differs.map((text) => `${id}: ${text}`))
}

function addFact(known: ObservedAssumption | undefined, observation: Fact): ObservedAssumption {
  const { on } = observation
  const difference = differenceText(observation)
  return {
    on: known === undefined || known.on < on ? on : known.on,
    differs: [...(known?.differs ?? []), ...(difference === undefined ? [] : [difference])],
  }
}

/** Observed value of a fact that no setting and no alternative reproduces; undefined if there is no difference. */
function differenceText({ setting, alternative, about, observed, assumed }: Fact): string | undefined {
  if (setting !== undefined || alternative !== undefined || assumed === undefined) return undefined
  return `${about === undefined ? '' : `${about}: `}observed ${shown(observed)}, assumed ${shown(assumed)}`
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function settingProblems({ setting, assumption, observed }: Fact, path: Path, seen: Map<string, Fact>): Problem[] {
  if (setting === undefined) return []
  const { assumptions, schema } = factSettings.get(setting)!
  const current = findCurrentAssumption(assumption)
  if (current !== undefined && !assumptions.includes(current)) {
    const message = `the setting '${setting}' does not rest on ${assumption}, expected ${choiceText(assumptions)}`
    return [problem('reference', [...path, 'assumption'], message)]
  }
  const wrong = problemsIn(schema, observed)
  if (wrong.length > 0) return wrong.map((each) => ({ ...each, path: [...path, 'observed', ...each.path] }))
  const other = seen.get(setting)
  seen.set(setting, { setting, assumption, observed } as Fact)
  if (other === undefined || other.observed === observed) return []
  const message = `a second value for '${setting}', which is ${shown(other.observed)} above: keep one of them`
  return [problem('value', [...path, 'observed'], message)]
}

/** Problems of an alternative: it must belong to its assumption, be the only one, and have no setting beside it. */
function alternativeProblems(fact: Fact, path: Path, seen: Map<string, Fact>): Problem[] {
  const { assumption, alternative, not, setting } = fact
  const named = alternative ?? not
  if (named === undefined) return []
  const field = alternative === undefined ? 'not' : 'alternative'
  if (alternative !== undefined && not !== undefined)
    return [problem('value', [...path, 'not'], `'alternative' says what the service does instead: keep one of them`)]
  if (setting !== undefined)
    return [problem('value', [...path, field], `'setting' says the same of '${setting}': keep one of them`)]
  const row = named.split('/')[0]!
  if (findCurrentAssumption(assumption) !== row) {
    const message = `${named} is no alternative to ${assumption}, expected '${row}'`
    return [problem('reference', [...path, 'assumption'], message)]
  }
  if (alternative === undefined) return []
  const other = seen.get(row)
  seen.set(row, fact)
  if (other === undefined || other.alternative === alternative) return []
  const message = `a second alternative to ${row}, after ${other.alternative} above: keep one of them`
  return [problem('value', [...path, 'alternative'], message)]
}

/** Subject of an answer to a path that no endpoint has, in place of a unit. */
export const UNKNOWN_PATH = 'an unknown path'

const unitIds: readonly string[] = [...catalog.map(({ id }) => id), UNKNOWN_PATH]

function unitProblems({ units = [] }: Fact, path: Path): Problem[] {
  return units.flatMap((unit, n) =>
    unitIds.includes(unit)
      ? []
      : [
          problem(
            'reference',
            [...path, 'units', n],
            `there is no endpoint or command '${unit}'${didYouMean(unit, unitIds)}`,
          ),
        ],
  )
}

function problem(kind: Problem['kind'], path: Path, message: string): Problem {
  return { kind, path, message }
}
