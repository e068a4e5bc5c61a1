import { execFileSync } from 'node:child_process'

/** Builds once before tests of the built commands if a source is newer than `dist`. */
export function setup(): void {
  execFileSync(process.execPath, ['tools/build.mjs', '--when-stale'], { stdio: 'inherit' })
}
