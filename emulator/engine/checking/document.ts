/** Reads YAML or JSON text and keeps the place of every value. */
import { deeperThan } from './depth.ts'
import { jsonParts, MAX_CONTAINERS } from './json-parts.ts'
import { findHidden } from './printable.ts'
import { ProblemList } from './problem-list.ts'
import type { Path, Place, Problem } from './problems.ts'
import { readJson } from './json-document.ts'
import type { RawDocument } from './raw-document.ts'

/** Default maximum of nested objects and lists. */
const MAX_DEPTH = 500

interface DocumentOptions {
  /** Maximum of nested objects and lists. */
  maxDepth?: number
  /** File name in every place. */
  file: string
  /** Derived from the file name and the text by default. */
  format?: 'json' | 'yaml'
  /** True to round numbers that a double does not hold: other programs write ids and times of any length. */
  rounded?: boolean
}

export interface ParsedDocument {
  /** The plain value; undefined if the text cannot be read. */
  value: unknown
  /** Syntax errors and duplicate keys, with their places. */
  problems: Problem[]
  /** The first character that nobody sees, such as a space without width that was copied along. */
  hidden: Problem | undefined
  /**
   * Place of the value at `path`, or of its key with `of: 'key'`. A missing path gives the place of its nearest
   * existing ancestor. Cheap to call often.
   */
  locate(path: Path, of?: 'key' | 'value'): Place
  /** Adds its place to a problem: that of the key for an unknown field, else that of the value. */
  place(problem: Problem): Problem
}

/**
 * Parses a document. Never throws for bad text: `problems` holds its errors. The YAML parser is loaded on first use.
 */
export async function parseDocument(text: string, options: DocumentOptions): Promise<ParsedDocument> {
  // A carriage return alone ends a line, as it does in YAML.
  const source = text.replace(/^\uFEFF/, '').replace(/\r(?!\n)/g, '\n')
  if (isDense(source)) return placed(source, options.file, tooDense())
  const raw = looksLikeJson(source, options) ? readJson(source, options) : undefined
  if (raw) return placed(source, options.file, notTooDeep(raw, options))
  const { readYaml } = await import('./yaml-document.ts')
  return placed(source, options.file, notTooDeep(readYaml(source, options), options))
}

/**
 * Characters at the start of a text that may hold as many containers as one request; records have hundreds of
 * characters for each.
 */
const BEGINNING = 16 * 1024 * 1024

/** True if a text holds so many containers that reading it takes minutes and gigabytes: 60 MB of `[]`. */
function isDense(text: string): boolean {
  if (text.length < MAX_CONTAINERS) return false
  const beginning = text.slice(0, BEGINNING)
  if (/^\s*[{[]/.test(text)) return jsonParts(beginning).containers > MAX_CONTAINERS
  let count = 0
  for (const _ of beginning.matchAll(/[[{]|^ *- /gm)) if (++count > MAX_CONTAINERS) return true
  return false
}

function tooDense(): RawDocument {
  const message = `holds more than ${MAX_CONTAINERS.toLocaleString('en')} lists and objects in its first ${BEGINNING / 1024 / 1024} Mi characters`
  return { value: undefined, problems: [{ offset: 0, path: [], message }], findOffset: () => 0 }
}

/** Refuses deep nesting: recursive code would exhaust the stack, at a depth that depends on the machine. */
function notTooDeep(raw: RawDocument, { maxDepth = MAX_DEPTH }: DocumentOptions): RawDocument {
  const path = deeperThan(raw.value, maxDepth)
  if (path === undefined) return raw
  // Place of the field that holds it: finding the exact place would take too long in a deep text.
  const problem = {
    offset: raw.findOffset(path, 'value'),
    path,
    message: `nested too deeply, more than ${maxDepth} levels`,
  }
  return { ...raw, value: undefined, problems: [...raw.problems, problem] }
}

/**
 * Guesses the format. A `{` may also open a YAML flow mapping, so only a file named or declared JSON has to be valid
 * JSON.
 */
function looksLikeJson(text: string, { file, format }: DocumentOptions): boolean {
  if (format) return format === 'json'
  if (file.endsWith('.json')) return true
  return /^\s*\{/.test(text) && isJson(text)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function placed(text: string, file: string, raw: RawDocument): ParsedDocument {
  let starts: number[] | undefined
  const at = (offset: number): Place => {
    starts ??= lineStarts(text)
    return { file, ...lineAndColumn(starts, Math.min(offset, text.length)) }
  }
  const locate = (path: Path, of: 'key' | 'value' = 'value') => at(raw.findOffset(path, of))
  const list = new ProblemList()
  list.addEach(raw.problems, ({ offset, path, message }) => ({ kind: 'syntax', path, message, at: at(offset) }))
  return {
    value: raw.value,
    problems: list.toArray(),
    hidden: hiddenProblem(text, at),
    locate,
    place: (problem) =>
      problem.kind === 'more'
        ? problem
        : { ...problem, at: locate(problem.path, problem.kind === 'unknown' ? 'key' : 'value') },
  }
}

function hiddenProblem(text: string, at: (offset: number) => Place): Problem | undefined {
  const found = findHidden(text)
  if (found === undefined) return undefined
  const message = `a character that nobody sees: take it out, or write it as ${found.shown} in double quotes`
  return { kind: 'syntax', path: [], message, at: at(found.offset) }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1)
  return starts
}

function lineAndColumn(starts: readonly number[], offset: number): { line: number; column: number } {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? Infinity) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
}
