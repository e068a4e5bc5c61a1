/** Messages about syntax errors in YAML: what is wrong, and what to write. Those of the parser name its tokens. */
import type { YAMLError } from 'yaml'

export interface Slip {
  readonly offset: number
  readonly message: string
}

/** Explains an error of the parser to the author of the text. `plain` are the parser's own words in one line. */
export function explainSyntax(
  text: string,
  { code, pos: [offset] }: YAMLError,
  plain: string,
  lastQuote: () => number | undefined,
  parses: Parses,
): Slip {
  const rest = lineFrom(text, offset)
  switch (code) {
    case 'BAD_SCALAR_START':
    case 'BAD_ALIAS':
      return { offset, message: needsQuotes(`begins with ${rest[0]}`, /^[^\s,}\]]+/.exec(rest)?.[0] ?? rest) }
    case 'BLOCK_AS_IMPLICIT_KEY':
      if (/^\s*- /.test(rest)) return wrongIndent(text, offset, plain, parses)
      if (/:(?:\s|$)/.test(rest)) return { offset, message: needsQuotes('holds a colon and a space', rest.trimEnd()) }
      return tooDeep(text, offset, plain, parses)
    case 'MULTILINE_IMPLICIT_KEY':
      if (/^[\w$-]+:\S/.test(rest)) return { offset, message: spaceMissing(rest) }
      return tooDeep(text, offset, plain, parses)
    case 'BAD_INDENT':
      return wrongIndent(text, offset, plain, parses)
    case 'TAB_AS_INDENT':
      return { offset, message: 'a tab indents this line, expected spaces' }
    case 'MISSING_CHAR': {
      const [, quote] = /^missing closing (['"])quote$/.exec(plain) ?? []
      if (plain.startsWith('sequence item without -')) return wrongIndent(text, offset, plain, parses)
      if (quote === undefined) return { offset, message: plain }
      return { offset: lastQuote() ?? offset, message: `a text in ${quote} is not closed: expected ${quote}` }
    }
    case 'UNEXPECTED_TOKEN':
      if (text[offset - 1] === '\n') return wrongIndent(text, offset, plain, parses)
      return { offset, message: unexpected(text, offset, plain) }
    case 'MULTIPLE_DOCS':
      return { offset, message: 'a second document begins here, expected one' }
    default:
      return { offset, message: plain }
  }
}

/** Message about a field whose colon has no space after it. */
export function spaceMissing(field: string): string {
  return `a space is missing after the colon: \`${shown(field.replace(':', ': '))}\``
}

function unexpected(text: string, offset: number, plain: string): string {
  if (text.slice(offset - 1, offset + 1) === '${')
    return needsQuotes('holds ${ … } within braces', /^\$\{[^}]*\}/.exec(text.slice(offset - 1))?.[0] ?? '${…}')
  if (text[offset - 1] === "'") return "the text in ' ended before this: a ' within it is written twice"
  if (text[offset - 1] === '"') return 'the text in " ended before this: a " within it is written \\"'
  return plain
}

function needsQuotes(reason: string, words: string): string {
  return `a text that ${reason} needs quotes: ${shown(JSON.stringify(words))}`
}

/** A line that is indented below a field that already has a value. */
function tooDeep(text: string, offset: number, plain: string, parses: Parses): Slip {
  const above = text.slice(text.lastIndexOf('\n', offset - 1) + 1, text.indexOf('\n', offset))
  const [skipped = ''] = /^(?:[ \t]*\n)*[ \t]*/.exec(text.slice(text.indexOf('\n', offset) + 1)) ?? []
  const place = text.indexOf('\n', offset) + 1 + skipped.length
  const { column, key } = keyIn(above)
  if (key === '') return { offset, message: plain }
  return indentSlip(text, place, ` below '${key}', which has a value already`, column, parses)
}

/** A line whose indentation is that of no line above. */
function wrongIndent(text: string, offset: number, plain: string, parses: Parses): Slip {
  const [, closing] = /end with a (.)$/.exec(plain) ?? []
  if (closing !== undefined)
    return { offset, message: `a value in ${closing === '}' ? '{ }' : '[ ]'} is not closed: expected ${closing}` }
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const line = lineFrom(text, start)
  const above = linesBefore(text, start)
  const isItem = line.trimStart().startsWith('-')
  const column = isItem
    ? (above.findLast((each) => /^\s*- /.test(each))?.search(/\S/) ?? 0)
    : keyIn(above.at(-1) ?? '').column
  return indentSlip(text, start, ', which fits no line above', column, parses)
}

/** True if a text has no error of syntax. */
export type Parses = (text: string) => boolean

/** Maximum size of a text that is parsed again with other indentations. */
const TRIED = 256 * 1024

/**
 * The line that is indented wrong: the one at `place`, or the one above it, whichever parses with another indentation.
 * `guess` is the indentation to expect where none does.
 */
function indentSlip(text: string, place: number, reason: string, guess: number, parses: Parses): Slip {
  const start = text.lastIndexOf('\n', place - 1) + 1
  const above = linesBefore(text, start)
  const before = startOfLineAbove(text, start)
  const columns = above.slice(-20).flatMap((line) => [line.search(/\S/), keyIn(line).column])
  const fits = (at: number): number | undefined =>
    text.length > TRIED ? undefined : fittingIndent(text, at, [0, ...columns].reverse(), parses)
  const own = fits(start)
  const higher = own === undefined && above.length > 0 ? fits(before) : undefined
  if (higher === undefined) return slipAt(text, start, `${reason}: expected ${own ?? guess}`)
  return slipAt(text, before, `, which does not fit the line below: expected ${higher}`)
}

function slipAt(text: string, start: number, rest: string): Slip {
  const line = lineFrom(text, start)
  const given = line.search(/\S|$/)
  return { offset: start + given, message: `\`${shown(line.trim())}\` is indented by ${given}${rest}` }
}

/** The first of the nearest indentations with which a text parses. */
function fittingIndent(text: string, start: number, columns: readonly number[], parses: Parses): number | undefined {
  const line = lineFrom(text, start)
  const given = line.search(/\S|$/)
  return [...new Set(columns)]
    .filter((column) => column !== given)
    .toSorted((a, b) => Math.abs(a - given) - Math.abs(b - given))
    .find((column) => parses(text.slice(0, start) + ' '.repeat(column) + text.slice(start + given)))
}

/** Start of the nearest line above that holds more than space and comments; 0 without one. */
function startOfLineAbove(text: string, start: number): number {
  let at = start
  do at = text.lastIndexOf('\n', at - 2) + 1
  while (at > 1 && !/^\s*[^\s#]/.test(lineFrom(text, at)))
  return at
}

/** Lines before an offset that hold more than space and comments. */
function linesBefore(text: string, offset: number): string[] {
  return text
    .slice(0, offset)
    .split('\n')
    .filter((each) => /^\s*[^\s#]/.test(each))
}

/** The field that begins in a line, behind the dashes of list items. */
function keyIn(line: string): { column: number; key: string } {
  const [, before = '', key = ''] = /^([\s-]*)([^:]*)/.exec(line) ?? []
  return { column: before.length, key: shown(key) }
}

function lineFrom(text: string, offset: number): string {
  const end = text.indexOf('\n', offset)
  return text.slice(offset, end === -1 ? undefined : end)
}

function shown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
