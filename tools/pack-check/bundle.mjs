import { cp, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build as esbuild } from 'esbuild'
import { build as vite } from 'vite'

/** Minified and gzipped, without msw and without what is loaded on demand. */
const LIMIT_KB = 164

const source = "export { createEmulator } from 'svc-emulator'\nexport { createHandlers } from 'svc-emulator/msw'\n"

/**
 * Bundles what a browser loads of this package, the core with the msw adapter, with esbuild and with Vite. Gives the sizes; throws when
 * a bundle asks for a Node module, passes the bound or does not answer. Needs a build.
 */
export async function checkBundles(folder) {
  // As it is installed: bundlers treat packages otherwise than sources.
  await mkdir(join(folder, 'node_modules', 'svc-emulator'), { recursive: true })
  for (const part of ['dist', 'package.json'])
    await cp(part, join(folder, 'node_modules', 'svc-emulator', part), { recursive: true })
  await symlink(resolve('node_modules', 'msw'), join(folder, 'node_modules', 'msw'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const entry = join(folder, 'entry.js')
  await writeFile(entry, source)
  const checked = [
    await checkBundle(folder, 'esbuild', withEsbuild, entry),
    await checkBundle(folder, 'vite', withVite, entry),
  ]
  return checked.join('; ')
}

/** Modules that the bundle asks for and does not hold. */
async function withEsbuild(entry, outdir) {
  const { metafile } = await esbuild({
    entryPoints: [entry],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    minify: true,
    metafile: true,
    external: ['msw'],
  })
  return Object.values(metafile.inputs)
    .flatMap(({ imports }) => imports)
    .filter(({ path, external }) => external && path !== 'msw' && path !== '<runtime>')
    .map(({ path }) => path)
}

async function withVite(entry, outDir) {
  const foreign = []
  // Vite replaces Node modules by empty ones and warns; rollup names those that it left out.
  const onwarn = (warning) => foreign.push(warning.message)
  await vite({
    root: resolve(entry, '..'),
    logLevel: 'error',
    configFile: false,
    plugins: [
      {
        name: 'node-modules',
        resolveId: (id) => {
          if (id.startsWith('node:') || builtinModules.includes(id)) foreign.push(id)
        },
      },
    ],
    build: {
      outDir,
      modulePreload: false,
      rollupOptions: {
        input: entry,
        external: ['msw'],
        onwarn,
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  return foreign
}

/** Bundlers leave out what they take for unused: the bundle still has to answer, and to hold what was asked for. */
async function answers(out) {
  const { createEmulator, createHandlers } = await import(pathToFileURL(join(out, 'entry.js')).href)
  const emulator = createEmulator({ trace: true })
  const { status } = await emulator.fetch('http://emulator/v1/users/me', {
    headers: { 'x-api-key': 'svc-key-ada-admin' },
  })
  return status === 200 && emulator.journal.length === 1 && createHandlers(emulator).length === 2
}

/** The size of what a page loads at once, the entry and its imports, and of what is loaded on demand. */
async function checkBundle(folder, tool, bundle, entry) {
  const out = join(folder, tool)
  const foreign = await bundle(entry, out)
  const texts = new Map()
  for (const name of await readdir(out, { recursive: true }))
    if (/\.m?js$/.test(name)) texts.set(name, await readFile(join(out, name), 'utf8'))
  const first = filesLoadedBy(texts, 'entry.js')
  const kilobytes = (names) =>
    names.reduce((sum, name) => sum + gzipSync(texts.get(name), { level: 9 }).length, 0) / 1024
  const start = kilobytes(first)
  const later = kilobytes([...texts.keys()].filter((name) => !first.includes(name)))
  const nodes = [...texts.values()].flatMap((text) =>
    [...text.matchAll(/\b(?:from|import|require)\s*\(?\s*["'](node:[a-z/_]+)["']/g)].map((match) => match[1]),
  )
  const size = `${tool} ${start.toFixed(1)} KB at start (at most ${LIMIT_KB}), ${later.toFixed(1)} KB on demand`
  const problems = [...foreign, ...nodes].map((path) => `asks for ${path}`)
  if (start > LIMIT_KB) problems.push(`passes ${LIMIT_KB} KB`)
  if (!(await answers(out))) problems.push('does not answer')
  if (problems.length > 0) throw new Error(`${size}: ${problems.join(', ')}`)
  return size
}

function filesLoadedBy(texts, entry) {
  const seen = new Set([entry])
  for (const name of seen) {
    for (const [, path] of texts.get(name).matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/g)) seen.add(path)
  }
  return [...seen]
}
