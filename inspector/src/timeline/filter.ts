import { countsOf } from '../../../emulator/engine/checking/counts.ts'
import { outcomeOf, textOf, type Line } from './line.ts'

/** What is shown of the timeline; all that is given must hold. */
export interface TimelineFilter {
  readonly q?: string | undefined
  readonly caller?: string | undefined
  readonly unit?: string | undefined
  readonly outcome?: string | undefined
  readonly clause?: string | undefined
  readonly trigger?: string | undefined
  readonly via?: string | undefined
}

/** What stands for requests that nobody known made. */
export const NOBODY = '(nobody)'

/** The text of a line is made once: a filter looks at thousands of them with each key. */
const texts = new WeakMap<Line, string>()

/** `found`: numbers of lines whose entries have the words of `q` where a line does not show them. */
export function isShown(filter: TimelineFilter, found: ReadonlySet<number> = new Set()): (line: Line) => boolean {
  const words = (filter.q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const { caller, unit, outcome, clause, trigger, via } = filter
  return (line) =>
    (!caller || (line.caller ?? NOBODY) === caller) &&
    (!unit || line.unit === unit) &&
    (!outcome || outcomeOf(line) === outcome) &&
    (!via || line.via === via) &&
    (!clause || line.clauses.includes(clause) || line.assumptions.includes(clause)) &&
    (!trigger || line.triggers.includes(trigger)) &&
    (words.length === 0 || found.has(line.number) || hasAll(line, words))
}

function hasAll(line: Line, words: readonly string[]): boolean {
  let text = texts.get(line)
  if (text === undefined) texts.set(line, (text = textOf(line)))
  return words.every((word) => text.includes(word))
}

/** What can be chosen, with how often it occurs, most frequent first. */
export function choicesOf(lines: readonly Line[], value: (line: Line) => string | null): [string, number][] {
  return [...countsOf(lines.flatMap((line) => value(line) ?? []))].toSorted((a, b) => b[1] - a[1])
}
