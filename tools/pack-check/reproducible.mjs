import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, readFile, symlink } from 'node:fs/promises'
import { basename, join, normalize, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const left = new Set(['dist', '.git', 'coverage', 'executable'])

/** Builds and packs the package twice, from nothing, in two folders. Gives the files whose bytes differ: there should be none. */
export async function filesThatDiffer(folder) {
  const [first, second] = [await pack(join(folder, 'first')), await pack(join(folder, 'another-place'))]
  const names = [...new Set([...first.keys(), ...second.keys()])].toSorted()
  return names.filter((name) => first.get(name) !== second.get(name))
}

/** SHA-256 of the tarball, and of each file in it, as built from a copy of the sources. */
async function pack(place) {
  await cp('.', place, {
    recursive: true,
    filter: (source) => basename(source) !== 'node_modules' && !left.has(normalize(source)),
  })
  await symlink(resolve('node_modules'), join(place, 'node_modules'))
  await run(process.execPath, ['tools/build.mjs'], { cwd: place })
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts'], {
    cwd: place,
    maxBuffer: 64 * 1024 * 1024,
  })
  const [{ filename, files }] = Object.values(JSON.parse(stdout))
  const digests = new Map([['(tarball)', await digest(join(place, filename))]])
  for (const { path } of files) digests.set(path, await digest(join(place, path)))
  return digests
}

async function digest(file) {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
}
