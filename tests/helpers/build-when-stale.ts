import { execFileSync } from 'node:child_process'

/** Tests of the commands run what is built: builds once before them when a source is newer than `dist`. */
export function setup(): void {
  execFileSync(process.execPath, ['tools/build.mjs', '--when-stale'], { stdio: 'inherit' })
}
