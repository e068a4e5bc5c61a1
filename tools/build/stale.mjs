import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const sources = [
  'emulator',
  'cli',
  'inspector',
  'scenarios',
  'tools/build',
  'tools/build.mjs',
  'tools/entries.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]

/** True if a source of a folder is newer than its `dist`. */
export function isStale(folder = '.') {
  const built = modifiedAt(join(folder, 'dist'))
  return sources.some((path) => newest(join(folder, path)) > built)
}

function newest(path) {
  const entry = statSync(path, { throwIfNoEntry: false })
  if (entry === undefined || !entry.isDirectory()) return entry?.mtimeMs ?? 0
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => !/\.test\.tsx?$/.test(name))
  return Math.max(entry.mtimeMs, ...names.map((name) => modifiedAt(join(path, name))))
}

function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
