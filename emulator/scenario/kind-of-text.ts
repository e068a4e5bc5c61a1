/** Recognizes files for the emulator in a folder. */
import { nearest } from '../engine/checking/near-miss.ts'
import { isObject } from '../engine/checking/is-object.ts'
import { versionFields, type DocumentKind } from './check.ts'

/**
 * The kind of a document, by its top-level fields: the version, a misspelt version, or a field of only this kind.
 * Undefined for other files. The text is not parsed, so its problems are left to its reader.
 */
export function kindOfText(text: string): DocumentKind | undefined {
  const keys = topLevelKeys(text)
  return (
    versionFields.find((field) => keys.includes(field)) ??
    (keys.includes('records') || keys.includes('generate')
      ? 'fixture'
      : keys.includes('world')
        ? 'scenario'
        : undefined) ??
    findSlip(keys)
  )
}

function findSlip(keys: readonly string[]): DocumentKind | undefined {
  for (const key of keys) {
    const meant = nearest(key, versionFields)
    if (meant !== undefined && keys.includes('name')) return meant as DocumentKind
  }
  return undefined
}

/** Keys at the top level: those at the beginning of lines, or in braces that are no JSON, the first one. */
function topLevelKeys(text: string): string[] {
  if (!/^\s*[{[]/.test(text))
    return [...text.matchAll(/^["']?([A-Za-z_$][\w$-]*)["']?\s*:(?:\s|$)/gm)].map(([, key = '']) => key)
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? Object.keys(value) : []
  } catch {
    return [/^\s*\{\s*["']?(\w+)/.exec(text)?.[1] ?? '']
  }
}
