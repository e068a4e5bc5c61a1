import { countValues } from '../../../emulator/engine/checking/counts.ts'
import { classifyOutcome, searchText, type Line } from './line.ts'

/** Filter of the timeline: a shown entry meets every given field. */
interface TimelineFilter {
  readonly q?: string | undefined
  readonly caller?: string | undefined
  readonly unit?: string | undefined
  readonly outcome?: string | undefined
  readonly clause?: string | undefined
  readonly trigger?: string | undefined
  readonly via?: string | undefined
}

/** Choice of the caller filter for requests without a known caller. */
export const NO_CALLER = '(unknown)'

/** Searchable text by line, computed once: each key of a search reads thousands of lines. */
const texts = new WeakMap<Line, string>()

/** Compiles a filter. `found`: numbers of entries that contain the words of `q` in a header or body. */
export function isShown(filter: TimelineFilter, found: ReadonlySet<number> = new Set()): (line: Line) => boolean {
  const words = (filter.q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const { caller, unit, outcome, clause, trigger, via } = filter
  return (line) =>
    (!caller || (line.caller ?? NO_CALLER) === caller) &&
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

/** Counts the values of lines, most frequent first. */
export function countChoices(lines: readonly Line[], value: (line: Line) => string | null): [string, number][] {
  return [...countValues(lines.flatMap((line) => value(line) ?? []))].toSorted((a, b) => b[1] - a[1])
}
