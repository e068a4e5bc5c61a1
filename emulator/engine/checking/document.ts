/** Reads YAML or JSON text so that every value can be found again in the file. */
import { deeperThan } from './depth.ts'
import { jsonParts, MAX_CONTAINERS } from './json-parts.ts'
import { ProblemList } from './problem-list.ts'
import type { Path, Place, Problem } from './problems.ts'
import { readJson } from './json-document.ts'
import type { RawDocument } from './raw-document.ts'

/** Levels of objects and lists that a document may have. */
const MAX_DEPTH = 500

export interface DocumentOptions {
  /** Levels of objects and lists that it may have. */
  maxDepth?: number
  /** Named in every place. */
  file: string
  /** Decided from the file's name and the text when absent. */
  format?: 'json' | 'yaml'
}

export interface ParsedDocument {
  /** The plain value; undefined when the text cannot be read at all. */
  value: unknown
  /** Bad syntax and duplicate keys, with their places. */
  problems: Problem[]
  /**
   * Where the value at `path` stands, or of a field its key with `of: 'key'`. A path that is not in the text
   * gives the place of its nearest ancestor that is. Cheap when asked many times.
   */
  locate(path: Path, of?: 'key' | 'value'): Place
  /** The problem with its place: of an unknown field the key, otherwise the value. */
  place(problem: Problem): Problem
}

/** Never throws for bad text: what is wrong with it is in `problems`. The YAML parser is loaded when first needed. */
export async function parseDocument(text: string, options: DocumentOptions): Promise<ParsedDocument> {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text
  if (isDense(source)) return placed(source, options.file, tooDense())
  const raw = looksLikeJson(source, options) ? readJson(source) : undefined
  if (raw) return placed(source, options.file, notTooDeep(raw, options))
  const { readYaml } = await import('./yaml-document.ts')
  return placed(source, options.file, notTooDeep(readYaml(source), options))
}

/** Characters at the beginning of a text in which it may have as many lists and objects as one request; records have hundreds for each. */
const BEGINNING = 16 * 1024 * 1024

/** Whether it has so many lists and objects that reading it takes minutes and gigabytes: 60 MB of `[]`. */
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
  return { value: undefined, problems: [{ offset: 0, path: [], message }], offsetOf: () => 0 }
}

/** What looks at a value descends by calls: at some depth, which depends on the machine, its stack would end. */
function notTooDeep(raw: RawDocument, { maxDepth = MAX_DEPTH }: DocumentOptions): RawDocument {
  const path = deeperThan(raw.value, maxDepth)
  if (path === undefined) return raw
  // Of the field that holds it: finding the very place would take as long as the text is deep.
  const problem = {
    offset: raw.offsetOf(path, 'value'),
    path,
    message: `nested too deeply, more than ${maxDepth} levels`,
  }
  return { ...raw, value: undefined, problems: [...raw.problems, problem] }
}

/** A `{` may also open a YAML flow mapping: only a file that calls itself JSON is held to JSON when it is not. */
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
  const locate = (path: Path, of: 'key' | 'value' = 'value') => at(raw.offsetOf(path, of))
  const list = new ProblemList()
  list.addEach(raw.problems, ({ offset, path, message }) => ({ kind: 'syntax', path, message, at: at(offset) }))
  return {
    value: raw.value,
    problems: list.toArray(),
    locate,
    place: (problem) =>
      problem.kind === 'more'
        ? problem
        : { ...problem, at: locate(problem.path, problem.kind === 'unknown' ? 'key' : 'value') },
  }
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
