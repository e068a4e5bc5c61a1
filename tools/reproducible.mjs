/** Builds and packs the package twice, from nothing, in two folders: the same sources must give the same bytes. Exit code 1 when they do not. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, normalize, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const folder = await mkdtemp(join(tmpdir(), 'svc-emulator-reproducible-'))
const left = new Set(['dist', '.git', 'coverage'])

try {
  const [first, second] = [await packed('first'), await packed('another-place')]
  const names = [...new Set([...first.keys(), ...second.keys()])].toSorted()
  const different = names.filter((name) => first.get(name) !== second.get(name))
  for (const name of different) console.error(`differs: ${name}`)
  console.log(
    different.length === 0
      ? `reproducible: ${names.length} files, ${first.get('(tarball)')}`
      : `not reproducible: ${different.length} of ${names.length}`,
  )
  process.exitCode = different.length === 0 ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** SHA-256 of the tarball, and of each file in it, as built from a copy of the sources. */
async function packed(name) {
  const place = join(folder, name)
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
