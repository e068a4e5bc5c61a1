import { formatAnswer, formatKind, formatRequest, type Line } from './line.ts'
import { markWords } from './marks.tsx'
import { formatAfter, formatTook } from './milliseconds.ts'

/** Longest answer and caller that take room of their own: `404 endpoint_not_found (answer dropped)`. */
const MOST = { answer: 40, caller: 24 }

/**
 * Widths of the columns as CSS variables, so that each is as wide as its name and its longest text: rows are grids of
 * their own. `shown` replaces ids by aliases.
 */
export function measureColumns(lines: readonly Line[], shown: (text: string) => string): Record<`--${string}`, string> {
  const longest = (name: string, length: (line: Line) => number) =>
    lines.reduce((most, line) => Math.max(most, length(line)), name.length)
  const pauses = longest('', ({ duration }) => formatAfter(duration).length)
  return {
    '--number': width(String(lines.at(-1)?.number ?? '').length),
    '--kind': width(longest('', (line) => formatKind(line).length)),
    '--what': width(longest('Request', (line) => (line.request === null ? 0 : shown(formatRequest(line)).length))),
    '--answer': width(
      Math.min(
        MOST.answer,
        longest('Answer', (line) => formatAnswer(line).length),
      ),
    ),
    '--marks': width(longest('', marksLength)),
    '--caller': width(
      Math.min(
        MOST.caller,
        longest('Caller', ({ caller }) => caller?.length ?? 0),
      ),
    ),
    '--took': width(longest('Took', ({ duration }) => formatTook(duration).length)),
    '--after': pauses === 0 ? '0' : width(Math.max(pauses, 'After'.length)),
  }
}

/** Room of the marks, in characters of a line: they are words in frames, with smaller letters. */
function marksLength(line: Line): number {
  return markWords(line).reduce((sum, word) => sum + word.length * 0.8 + 2.1, 0)
}

/** A width of so many characters; the rest is for the rounding of a glyph. */
function width(characters: number): string {
  return `${(characters + 0.2).toFixed(1)}ch`
}
