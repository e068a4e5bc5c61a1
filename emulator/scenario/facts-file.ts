/** Reads and writes files of facts. */
import { findCurrentAssumption } from '../contract/assumption-ids.ts'
import { EmulatorError } from '../engine/checking/emulator-error.ts'
import { sortProblems, type Problem } from '../engine/checking/problems.ts'
import { factsProblems, type FactsDocument, type Fact } from '../host/facts/facts.ts'
import { factSettings } from '../host/facts/fact-settings.ts'
import { readDocument } from './files.ts'

/**
 * Loads a file of facts for `createEmulator({ facts })`. Throws `EmulatorError` with every problem, each with file,
 * line and column.
 *
 * @example
 * const emulator = createEmulator({ facts: await loadFacts('facts.yaml') })
 */
export async function loadFacts(file: string): Promise<FactsDocument> {
  const { facts, problems } = await readFacts(file)
  if (facts === undefined) throw new EmulatorError(problems)
  return facts
}

/** Facts in a file, or all its problems. Throws `EmulatorError` if the file cannot be read. */
export async function readFacts(
  file: string,
): Promise<{ readonly facts: FactsDocument | undefined; readonly problems: readonly Problem[] }> {
  const { value, problems, place } = await readDocument(file)
  const found = problems.length > 0 ? problems : factsProblems(value).map(place)
  return found.length > 0
    ? { facts: undefined, problems: sortProblems(found) }
    : { facts: value as FactsDocument, problems: [] }
}

/**
 * Merges facts: a newer observation takes the place of the earlier one of its subject, and of those that it contradicts.
 * The units of an alternative that is ruled out add up.
 */
export function mergeFacts(earlier: FactsDocument | undefined, seen: readonly Fact[], target?: string): FactsDocument {
  const merged = [...(earlier?.observations ?? [])]
  for (const fact of seen) {
    const place = merged.findIndex((old) => findSubject(old) === findSubject(fact))
    const known = merged[place]
    const units = fact.units && [...new Set([...(known?.units ?? []), ...fact.units])]
    const newer = fact.not === undefined || known === undefined ? fact : { ...fact, ...(known.units && { units }) }
    if (place < 0) merged.push(newer)
    else merged[place] = newer
  }
  const of = target ?? earlier?.target
  return {
    ...(earlier?.$schema !== undefined && { $schema: earlier.$schema }),
    facts: 1,
    ...(of !== undefined && { target: of }),
    observations: merged.filter((old) => !seen.some((each) => contradicts(each, old))),
  }
}

function findSubject({ setting, assumption, about, not }: Fact): string {
  return setting ?? (about !== undefined && factSettings.has(about) ? about : [not ?? assumption, about].join(' '))
}

/** True if a fact of another subject cannot hold beside a newer one about the same assumption. */
function contradicts(seen: Fact, old: Fact): boolean {
  const isRow = findCurrentAssumption(seen.assumption) === findCurrentAssumption(old.assumption)
  if (!isRow || findSubject(seen) === findSubject(old) || factSettings.has(findSubject(old))) return false
  if (findSubject(seen) === `${seen.assumption} `) return true
  return seen.not !== undefined && (old.alternative === seen.not || isWithin(old.units, seen.units))
}

/** True for units of an observation that differs, if a newer one has looked at all of them. */
function isWithin(units: Fact['units'], looked: Fact['units'] = []): boolean {
  return units?.every((unit) => looked.includes(unit)) === true
}

/**
 * The text of a facts file: JSON if the name of the file says so, else YAML. `earlier`: its old text, whose comments
 * are kept.
 */
export async function formatFacts(file: string, facts: FactsDocument, earlier?: string): Promise<string> {
  if (/\.json$/i.test(file)) return `${JSON.stringify(facts, null, 2)}\n`
  const { parseDocument, isMap, isSeq, stringify } = await import('yaml')
  const options = { lineWidth: 120 }
  const document = earlier === undefined ? undefined : parseDocument(earlier)
  const list = document?.get('observations')
  if (document === undefined || !isMap(document.contents) || !isSeq(list))
    return `${HEADING}${stringify(facts, options)}`
  if (facts.target !== undefined) document.set('target', facts.target)
  const subjects = new Set(facts.observations.map(findSubject))
  list.items = list.items.filter((item) => isMap(item) && subjects.has(findSubject(item.toJSON() as Fact)))
  for (const [index, observation] of facts.observations.entries()) {
    const item = list.get(index)
    if (!isMap(item)) list.add(document.createNode(observation))
    else if (JSON.stringify(item) !== JSON.stringify(observation)) {
      const { comment, commentBefore } = item
      list.set(index, Object.assign(document.createNode(observation), { comment, commentBefore }))
    }
  }
  return document.toString(options)
}

const HEADING =
  '# Facts about a service where its specification is silent: `createEmulator({ facts: await loadFacts(file) })` follows them.\n'
