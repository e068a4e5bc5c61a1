/** Tells files of a folder that are meant for the emulator from others. */
import { nearest } from '../engine/checking/near-miss.ts'
import { isObject } from '../engine/checking/is-object.ts'
import { versionFields, type DocumentKind } from './check.ts'

/**
 * The kind of document that a text holds, by the fields on its top level: that of its version, a slip of one, or one that only this kind has.
 * Undefined for a file of something else. Neither parsed nor checked: what is wrong with it is for its reader to say.
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

/** The keys of a block mapping stand at the beginning of their lines. Of braces that are no JSON the first key is told. */
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
