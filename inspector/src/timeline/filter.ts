import { countsOf } from '../../../emulator/engine/checking/counts.ts'
import { classifyOutcome, searchText, type Line } from './line.ts'

/** A filter of the timeline: an entry is shown that meets every field given. */
export interface TimelineFilter {
  readonly q?: string | undefined
  readonly caller?: string | undefined
  readonly unit?: string | undefined
  readonly outcome?: string | undefined
  readonly clause?: string | undefined
  readonly trigger?: string | undefined
  readonly via?: string | undefined
}

/** The choice for requests without a known caller. */
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
    (!outcome || classifyOutcome(line) === outcome) &&
    (!via || line.via === via) &&
    (!clause || line.clauses.includes(clause) || line.assumptions.includes(clause)) &&
    (!trigger || line.triggers.includes(trigger)) &&
    (words.length === 0 || found.has(line.number) || hasAll(line, words))
}

function hasAll(line: Line, words: readonly string[]): boolean {
  let text = texts.get(line)
  if (text === undefined) texts.set(line, (text = searchText(line)))
  return words.every((word) => text.includes(word))
}

/** Values that lines have, each with its count, most frequent first. */
export function countChoices(lines: readonly Line[], value: (line: Line) => string | null): [string, number][] {
  return [...countsOf(lines.flatMap((line) => value(line) ?? []))].toSorted((a, b) => b[1] - a[1])
}
