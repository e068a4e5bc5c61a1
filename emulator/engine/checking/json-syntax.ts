import type { RawDocument } from './raw-document.ts'

/**
 * Formats the error of JSON.parse in one line. Engines give its place as an offset, as line and column, or not at all.
 */
export function jsonSyntaxProblem(text: string, error: SyntaxError): RawDocument['problems'][number] {
  const [, offset] = /at position (\d+)/.exec(error.message) ?? []
  const [, line, column] = /line (\d+) column (\d+)/.exec(error.message) ?? []
  const atEnd = /end of|unterminated string/i.test(error.message)
  let position = atEnd ? text.trimEnd().length : 0
  if (offset !== undefined) position = Number(offset)
  else if (line !== undefined && column !== undefined) position = toOffset(text, Number(line), Number(column))
  else position = findSnippet(text, error.message) ?? position
  return { offset: position, path: [], message: `not valid JSON: ${prose(error.message)}` }
}

function prose(message: string): string {
  return message
    .replace(/^JSON\.parse: /, '')
    .replace(/,? (\.\.\.)?".*"(\.\.\.)? is not valid JSON$/s, '')
    .replace(/ in JSON at position.*$/s, '')
    .replace(/ at (line|position).*$/s, '')
    .replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
}

function toOffset(text: string, line: number, column: number): number {
  let start = 0
  for (let seen = 1; seen < line; seen++) start = text.indexOf('\n', start) + 1
  return start + column - 1
}

/** Finds the place by the text that some messages of V8 quote instead of an offset. */
function findSnippet(text: string, message: string): number | undefined {
  const [, token, , snippet] =
    /Unexpected token '?(.)'?, (\.\.\.)?"(.*?)"(?:\.\.\.)? is not valid JSON$/s.exec(message) ?? []
  if (token === undefined || snippet === undefined) return undefined
  const start = text.indexOf(snippet)
  if (start === -1) return undefined
  // The token is in the middle of the quote, or near its start at the start of the document.
  const middle = message.includes('..."') ? Math.min(10, snippet.length - 1) : 0
  const found = text.indexOf(token, start + middle)
  return found === -1 ? start : found
}
