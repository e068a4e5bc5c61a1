import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'

/** Tests of the commands run what is built: builds once before them when a source is newer than `dist`. */
export function setup(): void {
  const built = modifiedAt('dist')
  if (['emulator', 'cli', 'scenarios', 'scripts/build', 'package-lock.json'].some((path) => newest(path) > built)) {
    execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  }
}

function newest(path: string): number {
  const entry = statSync(path, { throwIfNoEntry: false })
  if (entry === undefined || !entry.isDirectory()) return entry?.mtimeMs ?? 0
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => !name.endsWith('.test.ts'))
  return Math.max(entry.mtimeMs, ...names.map((name) => modifiedAt(`${path}/${name}`)))
}

function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
