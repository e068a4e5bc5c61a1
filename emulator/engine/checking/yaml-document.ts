/** Reads YAML text. Loaded on demand: the parser is our largest dependency. */
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  visit,
  type Document,
  type Node,
  type Pair,
  type YAMLError,
} from 'yaml'
import { isKept, lostNumberText } from './lost-number.ts'
import type { RawDocument } from './raw-document.ts'
import { MAX_PROBLEMS } from './problem-list.ts'
import type { Path } from './problems.ts'
import { explainSyntax, spaceMissing } from './yaml-syntax.ts'

/** Maximum of nodes that the aliases of a document may expand to. */
const ALIASES = 10_000

/** Maximum size of a YAML text: its parser needs some 75 bytes of memory for each byte. */
export const MAX_YAML_BYTES = 16 * 1024 * 1024

/** Reads YAML with the place of every value. */
export function readYaml(text: string, { rounded = false } = {}): RawDocument {
  if (isLarge(text)) return unread(`the YAML text is larger than ${MAX_YAML_BYTES / 1024 / 1024} MiB; write it as JSON`)
  try {
    return read(text, rounded)
  } catch (error) {
    // The parser is recursive: thousands of nested brackets exhaust the stack.
    return unread(formatMessage((error as Error).message))
  }
}

function isLarge(text: string): boolean {
  // A UTF-16 unit takes at most three bytes.
  return text.length * 3 > MAX_YAML_BYTES && new TextEncoder().encode(text).length > MAX_YAML_BYTES
}

function unread(message: string): RawDocument {
  return { value: undefined, problems: [{ offset: 0, path: [], message }], findOffset: () => 0 }
}

function read(text: string, rounded: boolean): RawDocument {
  const document = parseYaml(text)
  const problems = syntaxProblems(text, document)
  if (problems.some(({ message }) => message === TOO_DEEP)) return unread(TOO_DEEP)
  if (problems.length === 0) problems.push(...slipsInNames(document))
  if (problems.length === 0 && !rounded) problems.push(...lostNumbers(document))
  const value = problems.length === 0 ? plainValue(document, problems) : undefined
  return { value, problems, findOffset: (path, of) => findOffset(document, path, of) }
}

function parseYaml(text: string): Document {
  return parseDocument(text, {
    merge: true,
    prettyErrors: false,
    stringKeys: true,
    // The parser's own check compares each key with each other; duplicates are found in one pass below.
    uniqueKeys: false,
  })
}

/** Errors within one value: the parser reads the lines below as they are meant. */
const LOCAL: readonly YAMLError['code'][] = ['BAD_SCALAR_START', 'BAD_ALIAS', 'TAB_AS_INDENT', 'MULTIPLE_DOCS']

/**
 * The first error of each line, up to the first that changes how the lines below are read: what follows it comes from
 * it. Those that nobody sees are only counted.
 */
function syntaxProblems(text: string, document: Document): RawDocument['problems'] {
  const lines = new Set<number>()
  const errors = [...document.errors, ...document.warnings].toSorted((a, b) => a.pos[0] - b.pos[0])
  const first = errors.findIndex(({ code }) => !LOCAL.includes(code))
  return errors.slice(0, first === -1 ? undefined : first + 1).flatMap((error, index) => {
    const plain = formatMessage(error.message)
    if (index > MAX_PROBLEMS) return [{ offset: error.pos[0], path: [] as Path, message: plain }]
    const { offset, message } = explainSyntax(text, error, plain, () => lastQuote(document), parses)
    const line = text.lastIndexOf('\n', offset - 1)
    if (lines.has(line)) return []
    lines.add(line)
    return [{ offset, path: [] as Path, message }]
  })
}

function parses(text: string): boolean {
  return parseYaml(text).errors.length === 0
}

/** Offset of the last text in quotes, which is the one that does not end. */
function lastQuote(document: Document): number | undefined {
  let offset: number | undefined
  visit(document, { Scalar: (_, { type, range }) => void ((type ?? '').startsWith('QUOTE') && (offset = range?.[0])) })
  return offset
}

function plainValue(document: Document, problems: RawDocument['problems']): unknown {
  try {
    return document.toJS({ maxAliasCount: ALIASES })
  } catch (error) {
    problems.push({ offset: 0, path: [], message: formatMessage((error as Error).message) })
    return undefined
  }
}

/** Aliases without an anchor, keys that come twice, and keys without a space after their colon. */
function slipsInNames(document: Document): RawDocument['problems'] {
  const problems: RawDocument['problems'] = []
  const anchors = new Set<string>()
  visit(document, {
    Node(_, node, ancestors) {
      if (!isAlias(node) && node.anchor) anchors.add(node.anchor)
      if (!isAlias(node) || anchors.has(node.source)) return
      const message = `there is no anchor &${node.source} before this alias; a text that begins with * needs quotes: "*${node.source}"`
      problems.push({ offset: nodeStart(node) ?? 0, path: nodePath([...ancestors, node]), message })
    },
  })
  visit(document, {
    Map(_, map, ancestors) {
      const seen = new Set<string>()
      for (const { key, value } of map.items as Pair[]) {
        const name = keyText(key)
        // `{ status:200 }` is valid, and has a key without a value.
        if (value === null && isScalar(key) && key.type === 'PLAIN' && /^[\w$-]+:\S/.test(name))
          problems.push({
            offset: nodeStart(key) ?? 0,
            path: nodePath([...ancestors, map]),
            message: spaceMissing(name),
          })
        if (seen.has(name) && name !== '<<') {
          const path = [...nodePath([...ancestors, map]), name]
          problems.push({ offset: nodeStart(key) ?? 0, path, message: 'the key is given twice' })
        }
        seen.add(name)
      }
    },
  })
  return problems
}

/** Finds the numbers that JSON does not have, or that a double does not hold. */
function lostNumbers(document: Document): RawDocument['problems'] {
  const problems: RawDocument['problems'] = []
  visit(document, {
    Scalar(_, node, ancestors) {
      const { value, source = '' } = node
      if (typeof value !== 'number' || isWholeNumber(value, source)) return
      const message = /^[-+]?\.(?:inf|nan)$/i.test(source)
        ? `expected a value that JSON has, got ${source}`
        : lostNumberText(source)
      problems.push({ offset: nodeStart(node) ?? 0, path: nodePath([...ancestors, node]), message })
    },
  })
  return problems
}

/** True for a number that is kept as it is written, octal and hexadecimal ones too. */
function isWholeNumber(value: number, source: string): boolean {
  return /^0[ox]/.test(source) ? String(BigInt(source)) === String(BigInt(value)) : isKept(source)
}

function nodePath(ancestors: readonly unknown[]): (string | number)[] {
  const path: (string | number)[] = []
  ancestors.slice(0, -1).forEach((node, index) => {
    const next = ancestors[index + 1]
    if (isSeq(node)) path.push(node.items.indexOf(next))
    else if (isMap(node)) path.push(keyText((next as Pair | undefined)?.key))
  })
  return path
}

function findOffset(document: Document, path: Path, of: 'key' | 'value'): number {
  let node: unknown = document.contents
  let key = nodeStart(node) ?? 0
  let value = key
  for (const step of path) {
    const next = findChild(isAlias(node) ? node.resolve(document) : node, step)
    if (!next) break
    node = next.value
    value = nodeStart(node) ?? next.key
    key = next.key
  }
  return of === 'key' ? key : value
}

function findChild(node: unknown, step: string | number): { key: number; value: unknown } | undefined {
  if (isSeq(node)) {
    const item = node.items[Number(step)]
    return item === undefined ? undefined : { key: nodeStart(item) ?? 0, value: item }
  }
  if (!isMap(node)) return undefined
  const pair = (node.items as Pair[]).find(({ key }) => keyText(key) === String(step))
  return pair && { key: nodeStart(pair.key) ?? 0, value: pair.value }
}

function keyText(key: unknown): string {
  return String(isScalar(key) ? key.value : key)
}

function nodeStart(node: unknown): number | undefined {
  return (node as Node | null | undefined)?.range?.[0]
}

const TOO_DEEP = 'nested too deeply'

/**
 * Formats an error in one line. An exhausted stack, of a call or of a regular expression, is reported as deep nesting.
 */
function formatMessage(message: string): string {
  if (/call stack|stack overflow/i.test(message)) return TOO_DEEP
  const [line = message] = message.split('\n')
  return line.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
}
