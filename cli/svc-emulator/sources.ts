import { readdirSync, statSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import type { DocumentKind } from '../../emulator/scenario/check.ts'
import { isPath, shippedScenarios } from '../../emulator/scenario/files.ts'
import { kindOfText } from '../../emulator/scenario/kind-of-text.ts'
import { readText } from '../../emulator/scenario/read-text.ts'
import { unreadable } from '../../emulator/scenario/unreadable.ts'
import { unusable } from '../shared/client-error.ts'

interface Sources {
  /** Files, and names of shipped scenarios. */
  readonly found: readonly string[]
  /** Number of files in folders that are of other kinds. */
  readonly others: number
}

/**
 * Resolves arguments to files and names: without arguments all shipped ones, for a folder its documents of `kinds`.
 * Names of files are returned unchanged.
 */
export function findSources(given: readonly string[], kinds: readonly DocumentKind[]): Sources {
  if (given.length === 0) {
    const shipped = shippedScenarios().map(({ file }) => file)
    return { found: some(shipped, 'no scenarios are shipped with this package'), others: 0 }
  }
  const wanted = kinds.join(', ').replace(/, ([^,]*)$/, ' or $1')
  const found: string[] = []
  let others = 0
  for (const source of given) {
    if (!isFolder(source) || (!isPath(source) && isShipped(source))) {
      found.push(source)
      continue
    }
    const files = filesBelow(source).toSorted()
    const meant = files.filter((file) => isMeant(file, kinds))
    found.push(...some(meant, `no ${wanted} in ${source}`))
    others += files.length - meant.length
  }
  return { found, others }
}

function some(files: readonly string[], problem: string): readonly string[] {
  if (files.length === 0) throw unusable(problem)
  return files
}

/** True for a folder; false for an unreadable path, whose reader explains the error. */
function isFolder(source: string): boolean {
  return findStats(source)?.isDirectory() ?? false
}

/** Undefined for an unreadable path, such as a link that leads nowhere or in a circle. */
function findStats(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

/** Files below a folder, without packages and hidden folders (`.git`, `.github`). Links to folders are not followed. */
function filesBelow(folder: string): string[] {
  return listEntries(folder).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' || entry.name.startsWith('.') ? [] : filesBelow(path)
    return /\.(?:ya?ml|json)$/.test(entry.name) && (entry.isFile() || findStats(path)?.isFile()) ? [path] : []
  })
}

function listEntries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    throw unusable(unreadable(folder, error as NodeJS.ErrnoException))
  }
}

/** True for a document of these kinds, by name or text, and for unreadable YAML, whose reader explains the error. */
function isMeant(file: string, kinds: readonly DocumentKind[]): boolean {
  const [, named] = /\.(bundle(?=\.json)|scenario|fixture)\.(?:ya?ml|json)$/.exec(file) ?? []
  if (named !== undefined) return kinds.includes(named as DocumentKind)
  try {
    const kind = kindOfText(readText(file))
    return kind !== undefined && kinds.includes(kind)
  } catch {
    return !file.endsWith('.json')
  }
}

function isShipped(name: string): boolean {
  return shippedScenarios().some((scenario) => scenario.name === name)
}
