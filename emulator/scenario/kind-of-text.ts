/** Recognizes files for the emulator in a folder. */
import { nearest } from '../engine/checking/near-miss.ts'
import { isObject } from '../engine/checking/is-object.ts'
import { tables } from '../engine/world/tables/index.ts'
import { versionFields, type DocumentKind } from './check.ts'

/** Texts of top-level fields, by name. */
type FieldKinds = ReadonlyMap<string, string>

/** Fields that only our formats have together: two of a kind make a file one of ours. */
const ownFields = {
  scenario: ['clauses', 'world', 'triggers', 'chaos', 'keys', 'as'],
  fixture: ['records', 'generate', 'includes'],
} as const

const tablePattern = new RegExp(`(?:^|[\\s{,])["']?(?:${Object.keys(tables).join('|')})["']?\\s*:`)
const worldPattern = /(?:^|[\s{,])["']?(?:fixtures|records|generate)["']?\s*:/
const schemaPattern = /\$schema["']?[=:]\s*["']?\S*\/scenario\.schema\.json/

/**
 * The kind of a document, by its top-level fields: a version, a misspelt one, or two fields that are ours alone, as are
 * records of our tables and a world with records. Undefined for files of other programs. The text is not parsed, so its
 * problems are left to its reader.
 */
export function kindOfText(text: string): DocumentKind | undefined {
  const fields = topLevelFields(text)
  return versionFields.find((field) => isVersion(fields.get(field))) ?? findSlip(fields) ?? findOwn(text, fields)
}

function findSlip(fields: FieldKinds): DocumentKind | undefined {
  if (!fields.has('name')) return undefined
  for (const [key, value] of fields) {
    const meant = nearest(key, versionFields)
    if (meant !== undefined && isVersion(value)) return meant as DocumentKind
  }
  return undefined
}

function findOwn(text: string, fields: FieldKinds): DocumentKind | undefined {
  if (tablePattern.test(fields.get('records') ?? fields.get('generate') ?? '')) return 'fixture'
  if (worldPattern.test(fields.get('world') ?? '')) return 'scenario'
  const count = (kind: keyof typeof ownFields) => ownFields[kind].filter((field) => fields.has(field)).length
  if (count('fixture') > 1) return 'fixture'
  return count('scenario') > 1 || schemaPattern.test(text) ? 'scenario' : undefined
}

/** Formats have numbers. Other programs have texts and mappings under such names. */
function isVersion(value: string | undefined): boolean {
  return value !== undefined && /^["']?\d[\w.]*["']?\s*(?:[#,}\n]|$)/.test(value.trimStart())
}

/** Fields at the top level: those at the beginning of lines, or in braces that are no JSON, the first one. */
function topLevelFields(text: string): FieldKinds {
  if (/^\s*[{[]/.test(text)) return fieldsInBraces(text)
  const keys = [...text.matchAll(/^["']?([A-Za-z_$][\w$-]*)["']?[^\S\n]*:(?=\s|$)/gm)]
  return new Map(keys.map(({ 0: all, 1: key, index }, n) => [key!, text.slice(index + all.length, keys[n + 1]?.index)]))
}

function fieldsInBraces(text: string): FieldKinds {
  try {
    const value: unknown = JSON.parse(text)
    return new Map(isObject(value) ? Object.entries(value).map(([key, inner]) => [key, JSON.stringify(inner)]) : [])
  } catch {
    const [, key, rest] = /^\s*\{\s*["']?(\w+)["']?\s*:([^]*)/.exec(text) ?? []
    return new Map(key === undefined ? [] : [[key, rest!]])
  }
}
