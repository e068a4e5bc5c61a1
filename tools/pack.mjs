/**
 * Packs the build into a folder and returns the file. What PACKED_TARBALL names is taken in its place: `.ci/run` packs once for all steps.
 * As a program: `node tools/pack.mjs FOLDER` prints the file.
 */
import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Path of the tarball; `folder` is where it is packed. */
export function pack(folder) {
  const given = process.env.PACKED_TARBALL
  if (given) return resolve(given)
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const stdout = execFileSync('npm', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return join(folder, Object.values(JSON.parse(stdout))[0].filename)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(pack(process.argv[2]))
