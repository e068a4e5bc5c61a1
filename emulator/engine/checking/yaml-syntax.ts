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
): Slip {
  const rest = lineFrom(text, offset)
  switch (code) {
    case 'BAD_SCALAR_START':
    case 'BAD_ALIAS':
      return { offset, message: needsQuotes(`begins with ${rest[0]}`, /^[^\s,}\]]+/.exec(rest)?.[0] ?? rest) }
    case 'BLOCK_AS_IMPLICIT_KEY':
      if (/:(?:\s|$)/.test(rest)) return { offset, message: needsQuotes('holds a colon and a space', rest.trimEnd()) }
      return tooDeep(text, offset, plain)
    case 'MULTILINE_IMPLICIT_KEY':
      if (/^[\w$-]+:\S/.test(rest))
        return { offset, message: `a space is missing after the colon: \`${shown(rest.replace(':', ': '))}\`` }
      return tooDeep(text, offset, plain)
    case 'BAD_INDENT':
      return wrongIndent(text, offset, plain)
    case 'TAB_AS_INDENT':
      return { offset, message: 'a tab indents this line, expected spaces' }
    case 'MISSING_CHAR': {
      const [, quote] = /^missing closing (['"])quote$/.exec(plain) ?? []
      if (plain.startsWith('sequence item without -')) return wrongIndent(text, offset, plain)
      if (quote === undefined) return { offset, message: plain }
      return { offset: lastQuote() ?? offset, message: `a text in ${quote} is not closed: expected ${quote}` }
    }
    case 'UNEXPECTED_TOKEN':
      return { offset, message: unexpected(text, offset, plain) }
    case 'MULTIPLE_DOCS':
      return { offset, message: 'a second document begins here, expected one' }
    default:
      return { offset, message: plain }
  }
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
function tooDeep(text: string, offset: number, plain: string): Slip {
  const above = text.slice(text.lastIndexOf('\n', offset - 1) + 1, text.indexOf('\n', offset))
  const [skipped = ''] = /^(?:[ \t]*\n)*[ \t]*/.exec(text.slice(text.indexOf('\n', offset) + 1)) ?? []
  const place = text.indexOf('\n', offset) + 1 + skipped.length
  const { column, key } = keyIn(above)
  if (key === '') return { offset, message: plain }
  const given = place - 1 - text.lastIndexOf('\n', place - 1)
  return {
    offset: place,
    message: `indented by ${given} below '${key}', which has a value already: expected ${column} for a field beside it`,
  }
}

/** A line whose indentation is that of no line above. */
function wrongIndent(text: string, offset: number, plain: string): Slip {
  const [, closing] = /end with a (.)$/.exec(plain) ?? []
  if (closing !== undefined)
    return { offset, message: `a value in ${closing === '}' ? '{ }' : '[ ]'} is not closed: expected ${closing}` }
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const line = lineFrom(text, start)
  const given = line.search(/\S|$/)
  const above = text
    .slice(0, start)
    .split('\n')
    .filter((each) => /^\s*[^\s#]/.test(each))
  const isItem = line[given] === '-'
  const last = isItem ? above.findLast((each) => /^\s*- /.test(each)) : above.at(-1)
  const { column, key } = isItem ? { column: last?.search(/\S/) ?? 0, key: '-' } : keyIn(last ?? '')
  return {
    offset: start + given,
    message: `indented by ${given}, which fits no line above: expected ${column}, as '${key}'`,
  }
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
