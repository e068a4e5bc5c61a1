import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { commandEntries, libraryEntries, makeManifest } from '../entries.mjs'

const allowed =
  /^(dist|fixtures|scenarios)\/|^docs\/(?:[\w-]+\.md|pictures\/[\w-]+\.webp)$|^(package\.json|README\.md|LICENSE|CHANGELOG\.md|llms\.txt)$/
const needed = ['package.json', 'README.md', 'LICENSE', 'dist/THIRD-PARTY-LICENCES.txt', 'dist/play.html']
const unpackedLimit = 11_200_000

/** Problems in the list of files of the tarball, and in package.json, one per line. */
export async function contentProblems({ files, unpackedSize }) {
  const paths = files.map(({ path }) => path)
  const manifest = JSON.parse(await readFile('package.json', 'utf8'))
  const targets = [
    ...Object.values(manifest.bin),
    ...listTargets(manifest.exports),
    ...listTargets(manifest.typesVersions),
    ...listTargets([manifest.main, manifest.types]),
  ]
  const missing = [...needed, ...targets].filter((path) => !paths.includes(path))
  const strange = paths.filter((path) => !allowed.test(path) || /\.test\.|\.map$/.test(path))
  return [
    ...missing.map((path) => `missing from the tarball: ${path}`),
    ...strange.map((path) => `users do not need it: ${path}`),
    ...(unpackedSize > unpackedLimit ? [`${unpackedSize} bytes unpacked, more than ${unpackedLimit}`] : []),
    ...manifestProblems(manifest),
    ...(await brokenLinks(paths)),
    ...(await missingPages(paths)),
  ]
}

/** Links of the pages that lead out of the package, where its reader has nothing. */
async function brokenLinks(paths) {
  const pages = paths.filter((path) => /\.md$|^llms\.txt$/.test(path))
  const found = await Promise.all(
    pages.map(async (page) => {
      const links = [...(await readFile(page, 'utf8')).matchAll(/\]\((?![a-z]+:)([^)#\s]+)(?:#[^)\s]*)?\)/g)].map(
        ([, path]) => posix.join(posix.dirname(page), path),
      )
      return links
        .filter((link) => !paths.includes(link))
        .map((link) => `${page} links to ${link}, which is not in the tarball`)
    }),
  )
  return found.flat()
}

/** Pages that comments of declarations name, which editors show to users, and that are not in the package. */
async function missingPages(paths) {
  const found = paths
    .filter((path) => path.endsWith('.d.ts'))
    .map(async (file) => {
      const named = (await readFile(file, 'utf8')).match(/\b(?:docs|examples|tests|tools)\/[\w/.-]+\.\w+/g) ?? []
      return named
        .filter((page) => !paths.includes(page))
        .map((page) => `${file} names ${page}, which is not in the tarball`)
    })
  return (await Promise.all(found)).flat()
}

/** The paths in a tree of conditions. */
function listTargets(target) {
  return typeof target === 'string' ? [target.replace(/^\.\//, '')] : Object.values(target).flatMap(listTargets)
}

function manifestProblems(manifest) {
  const built = (entries) => entries.filter(({ source }) => existsSync(source))
  const wanted = makeManifest(built(libraryEntries), built(commandEntries))
  const wrong = Object.keys(wanted).filter((name) => !isDeepStrictEqual(manifest[name], wanted[name]))
  return [
    ...wrong.map((name) => `${name} of package.json differs from tools/entries.mjs: \`npm run build -- --sync\``),
    // Yarn would leave the package in its archive, from which Node does not start commands that are modules.
    ...(manifest.preferUnplugged === true ? [] : ['preferUnplugged of package.json is not true']),
  ]
}
