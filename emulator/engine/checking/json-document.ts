/** Reads JSON text. JSON.parse gives the value; the text is scanned only when a place is asked for. */
import type { RawDocument } from './raw-document.ts'
import type { Path } from './problems.ts'
import { lostNumbers } from './lost-number.ts'
import { childrenAt, skipSpace, type Child } from './json-scan.ts'

export function readJson(text: string, { rounded = false } = {}): RawDocument {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const problem = jsonSyntaxProblem(text, error as SyntaxError)
    return { value: undefined, problems: [problem], findOffset: () => problem.offset }
  }
  const places = new Places(text)
  const problems = countKeys(value) === countKeysInText(text) ? [] : places.duplicates()
  if (!rounded) problems.push(...lostNumbers(text))
  return { value, problems, findOffset: (path, of) => places.offsetOf(path, of) }
}

/** Offsets of keys and values. Each container is scanned once, when it is first asked for. */
class Places {
  readonly #text: string
  readonly #scanned = new Map<number, Map<string | number, Child>>()

  constructor(text: string) {
    this.#text = text
  }

  offsetOf(path: Path, of: 'key' | 'value'): number {
    let key = skipSpace(this.#text, 0)
    let value = key
    for (const step of path) {
      const child = this.#children(value).get(step)
      if (!child) return value
      key = child.key
      value = child.value
    }
    return of === 'key' ? key : value
  }

  duplicates(): RawDocument['problems'] {
    const problems: RawDocument['problems'] = []
    const waiting: { offset: number; path: Path }[] = [{ offset: skipSpace(this.#text, 0), path: [] }]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const seen = new Set<string | number>()
      for (const child of childrenAt(this.#text, next.offset)) {
        const path = [...next.path, child.name]
        if (seen.has(child.name)) problems.push({ offset: child.key, path, message: 'the key is given twice' })
        seen.add(child.name)
        if ('{['.includes(this.#text[child.value] ?? ' ')) waiting.push({ offset: child.value, path })
      }
    }
    return problems
  }

  #children(offset: number): Map<string | number, Child> {
    let children = this.#scanned.get(offset)
    if (!children) {
      children = new Map()
      for (const child of childrenAt(this.#text, offset)) children.set(child.name, child)
      this.#scanned.set(offset, children)
    }
    return children
  }
}

function countKeys(root: unknown): number {
  let count = 0
  const waiting = [root]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue
    const members = Object.values(value)
    if (!Array.isArray(value)) count += members.length
    for (const member of members) if (typeof member === 'object') waiting.push(member)
  }
  return count
}

/**
 * Counts the keys in the text: more than in the value means duplicates, of which JSON.parse silently keeps the last.
 */
function countKeysInText(text: string): number {
  let count = 0
  for (const match of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/gs)) if (match[1]) count++
  return count
}

/**
 * Formats the error of JSON.parse in one line. Engines give its place as an offset, as line and column, or not at all.
 */
function jsonSyntaxProblem(text: string, error: SyntaxError): RawDocument['problems'][number] {
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
