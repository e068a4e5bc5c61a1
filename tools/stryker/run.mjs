/**
 * `npm run stryker -- [room…] [--force]`: mutates the code of the rooms, one after the other, and keeps what each gave in results.json.
 * Mutants whose code and tests did not change since the last run here keep what they gave, unless forced.
 */
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { keep } from './results.mjs'
import { rooms } from './rooms.mjs'

const words = process.argv.slice(2)
const options = words.filter((word) => word === '--force')
const chosen = words.filter((word) => word !== '--force')
const names = chosen.length > 0 ? chosen : Object.keys(rooms)
const unknown = names.filter((name) => !Object.hasOwn(rooms, name))
if (unknown.length > 0) {
  console.error(`stryker: there is no room ${unknown.join(', ')}; there are ${Object.keys(rooms).join(', ')}`)
  process.exit(2)
}
const stryker = createRequire(import.meta.url)
  .resolve('@stryker-mutator/core')
  .replace(/dist\/.*$/, 'bin/stryker.js')
for (const name of names) {
  const { status } = spawnSync(process.execPath, [stryker, 'run', 'tools/stryker/stryker.config.mjs', ...options], {
    stdio: 'inherit',
    env: { ...process.env, STRYKER_ROOM: name },
  })
  if (status !== 0) process.exit(status ?? 1)
  const { score } = keep(name)
  console.log(`${name}: ${score} % of the mutants found`)
  if (score < 85) process.exitCode = 1
}
