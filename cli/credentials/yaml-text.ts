import {
  type Document,
  isScalar,
  type LineCounter,
  type Node,
  Pair,
  parseDocument,
  Scalar,
  visit,
  type YAMLMap,
} from 'yaml'

/**
 * Parses YAML with all scalars as text, or null: `007`, `1e3` and `yes` are names, and other entries are written as
 * they were read. Errors never quote the text, because it may have a key. They are in the document.
 */
export function parseYaml(text: string, lineCounter?: LineCounter): Document {
  return parseDocument(text, {
    ...(lineCounter && { lineCounter }),
    schema: 'failsafe',
    customTags: ['null'],
    resolveKnownTags: false,
    prettyErrors: false,
    // With the level `silent` a second document would pass.
    logLevel: 'error',
  })
}

/** Writes a document; long texts stay on one line. */
export function writeYaml(document: Document): string {
  return document.toString({ lineWidth: 0 })
}

/** The value beside a key of a map, undefined where the key is missing. */
export function entry(map: YAMLMap, name: string): Node | null | undefined {
  return findPair(map, name)?.value
}

/** Sets the value of a key of a map. The comment of an old value stays. */
export function setEntry(map: YAMLMap, name: string, value: Node): void {
  const pair = findPair(map, name)
  if (pair !== undefined) {
    if (isScalar(pair.value) && isScalar(value)) value.comment = pair.value.comment ?? null
    pair.value = value
    return
  }
  // `{}` in an empty store would make everything one line.
  if (map.items.length === 0) map.flow = false
  map.items.push(new Pair(textNode(name), value))
}

function findPair(map: YAMLMap, name: string): Pair<Node, Node | null> | undefined {
  return (map.items as Pair<Node, Node | null>[]).find(({ key }) => keyText(key) === name)
}

/** Text of a key as written: `~:` names the profile "~". */
export function keyText(key: Node): string {
  if (!isScalar(key)) return ''
  return typeof key.value === 'string' ? key.value : (key.source ?? '')
}

/** Text of a scalar; undefined for null, for other nodes, and for a scalar with a tag. */
export function plainText(node: Node | null | undefined): string | undefined {
  if (!isScalar(node) || typeof node.value !== 'string') return undefined
  return [undefined, '!', 'tag:yaml.org,2002:str'].includes(node.tag) ? node.value : undefined
}

/** A scalar for a text, quoted if another YAML parser would read another type. */
export function textNode(text: string): Scalar<string> {
  const scalar = new Scalar(text)
  if (needsQuotes(text)) scalar.type = Scalar.QUOTE_DOUBLE
  return scalar
}

/** Puts the quotes of `textNode` around a text that was read. Comments stay. */
export function quoteText(node: Node | null | undefined): void {
  if (isScalar(node) && node.type === Scalar.PLAIN && typeof node.value === 'string' && needsQuotes(node.value))
    node.type = Scalar.QUOTE_DOUBLE
}

/** Numbers, dates, `~`, `=` and `<<` of all versions of YAML begin otherwise than with a letter. */
function needsQuotes(text: string): boolean {
  return !/^\p{L}/u.test(text) || /^(?:null|true|false|yes|no|on|off|y|n)$/i.test(text)
}

/** The first alias that is broken without the `replaced` nodes: in them, to an anchor in them, or without an anchor. */
export function brokenAlias(document: Document, replaced: readonly (Node | null | undefined)[]): Node | undefined {
  const gone = new Set<unknown>()
  for (const node of replaced) if (node) visit(node, (_, each) => void gone.add(each))
  let broken: Node | undefined
  visit(document, {
    Alias(_, node) {
      const target = node.resolve(document)
      if (target !== undefined && !gone.has(node) && !gone.has(target)) return undefined
      broken = node
      return visit.BREAK
    },
  })
  return broken
}
