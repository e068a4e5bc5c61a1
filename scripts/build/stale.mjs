import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { commandEntries } from '../entries.mjs'
import { codeFile } from './code-cache.mjs'

const sources = ['emulator', 'cli', 'scenarios', 'scripts/build', 'scripts/build.mjs', 'scripts/entries.mjs', 'package.json', 'package-lock.json', 'tsconfig.json']

/** Whether something that goes into the `dist` of a folder is newer than it, or what the build compiles for this Node is not there. */
export function isStale(folder = '.', commands = commandEntries) {
  const built = modifiedAt(join(folder, 'dist'))
  const compiled = commands.flatMap(({ out, compiled: lines = {} }) => Object.keys(lines).map((word) => codeFile(join(folder, 'dist', out), word)))
  return !compiled.every((file) => existsSync(file)) || sources.some((path) => newest(join(folder, path)) > built)
}

function newest(path) {
  const entry = statSync(path, { throwIfNoEntry: false })
  if (entry === undefined || !entry.isDirectory()) return entry?.mtimeMs ?? 0
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => !name.endsWith('.test.ts'))
  return Math.max(entry.mtimeMs, ...names.map((name) => modifiedAt(join(path, name))))
}

function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
