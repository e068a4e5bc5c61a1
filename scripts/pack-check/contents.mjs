import { existsSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { readFile } from 'node:fs/promises'
import { binOf, commandEntries, exportsOf, libraryEntries } from '../entries.mjs'

const allowed = /^(dist|fixtures|scenarios)\/|^docs\/[\w-]+\.md$|^(package\.json|README\.md|LICENSE|CHANGELOG\.md|llms\.txt)$/
const needed = ['package.json', 'README.md', 'LICENSE', 'dist/THIRD-PARTY-LICENCES.txt']
// 1.7 MB packed; a quarter of it unpacked is code that V8 compiled for the commands (docs/decisions/0120-start-up.md).
const unpackedLimit = 7_000_000

/** What is wrong with the list of files of the tarball and with package.json, one line each. */
export async function contentProblems({ files, unpackedSize }) {
  const paths = files.map(({ path }) => path)
  const manifest = JSON.parse(await readFile('package.json', 'utf8'))
  const targets = [...Object.values(manifest.bin), ...Object.values(manifest.exports).flatMap(targetsOf)]
  const missing = [...needed, ...targets].filter((path) => !paths.includes(path))
  const strange = paths.filter((path) => !allowed.test(path) || /\.test\.|\.map$/.test(path))
  return [
    ...missing.map((path) => `missing from the tarball: ${path}`),
    ...strange.map((path) => `users do not need it: ${path}`),
    ...(unpackedSize > unpackedLimit ? [`${unpackedSize} bytes unpacked, more than ${unpackedLimit}`] : []),
    ...manifestProblems(manifest),
  ]
}

function targetsOf(target) {
  const paths = typeof target === 'string' ? [target] : Object.values(target)
  return paths.map((path) => path.replace(/^\.\//, ''))
}

function manifestProblems(manifest) {
  const built = (entries) => entries.filter(({ source }) => existsSync(source))
  const wanted = { exports: exportsOf(built(libraryEntries)), bin: binOf(built(commandEntries)) }
  if (isDeepStrictEqual({ exports: manifest.exports, bin: manifest.bin }, wanted)) return []
  return ['exports and bin of package.json differ from scripts/entries.mjs: `npm run build -- --sync`']
}
