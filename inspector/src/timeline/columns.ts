import { formatAnswer, formatKind, formatRequest, type Line } from './line.ts'
import { markWords } from './marks.tsx'
import { formatMilliseconds } from './milliseconds.ts'

/** Lengths of the longest text of each column, in characters. */
interface Lengths {
  readonly kind: number
  readonly what: number
  readonly answer: number
  readonly caller: number
  readonly took: number
}

/** Longest answer and caller that take room of their own: `endpoint_not_found (answer dropped)`. */
const MOST = { answer: 36, caller: 24 }

const texts: Readonly<Record<keyof Lengths, (line: Line) => string>> = {
  kind: formatKind,
  what: formatRequest,
  answer: formatAnswer,
  caller: ({ caller }) => caller ?? '',
  took: ({ via, duration }) => (via === 'time' ? '' : formatMilliseconds(duration.real_ms)),
}

/** Lengths of the columns' names. */
const heads: Lengths = { kind: 0, what: 7, answer: 6, caller: 6, took: 4 }

/** Room of words in frames, in characters of a line: their letters are smaller. */
function marksLength(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + word.length * 0.8 + 2.1, 0)
}

/** Widths of the columns as CSS variables, so that each is as wide as its longest text: rows are grids of their own. */
export function measureColumns(lines: readonly Line[]): Record<`--${string}`, string> {
  const longest = (column: keyof Lengths) =>
    lines.reduce((most, line) => Math.max(most, texts[column](line).length), heads[column])
  return {
    '--number': width(String(lines.at(-1)?.number ?? '').length),
    '--kind': width(longest('kind')),
    '--what': width(longest('what')),
    '--answer': width(Math.min(MOST.answer, longest('answer'))),
    '--marks': width(lines.reduce((most, line) => Math.max(most, marksLength(markWords(line))), 0)),
    '--caller': width(Math.min(MOST.caller, longest('caller'))),
    '--took': width(longest('took')),
  }
}

/** A width of so many characters; the rest is for the rounding of a glyph. */
function width(characters: number): string {
  return `${(characters + 0.2).toFixed(1)}ch`
}
