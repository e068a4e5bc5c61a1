/**
 * Bundles what a browser loads of this package, the core with the msw adapter, as its users do it: with esbuild and with Vite.
 * Prints the sizes and what they consist of; exit code 1 when a bundle asks for a Node module or passes the bound.
 * Needs a build (`npm run build`).
 */
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build as esbuild } from 'esbuild'
import { build as vite } from 'vite'

/** Minified and gzipped, without msw and without what is loaded on demand. */
const LIMIT_KB = 130

const source = "export { createEmulator } from 'svc-emulator'\nexport { createHandlers } from 'svc-emulator/msw'\n"
const folder = await mkdtemp(join(tmpdir(), 'svc-emulator-bundle-'))
try {
  // As it is installed: bundlers treat packages otherwise than sources.
  await mkdir(join(folder, 'node_modules', 'svc-emulator'), { recursive: true })
  for (const part of ['dist', 'package.json'])
    await cp(part, join(folder, 'node_modules', 'svc-emulator', part), { recursive: true })
  await symlink(resolve('node_modules', 'msw'), join(folder, 'node_modules', 'msw'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const entry = join(folder, 'entry.js')
  await writeFile(entry, source)
  await withEsbuild(entry)
  await withVite(entry)
} finally {
  await rm(folder, { recursive: true })
}

async function withEsbuild(entry) {
  const out = join(folder, 'esbuild')
  const { metafile } = await esbuild({
    entryPoints: [entry],
    outdir: out,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    minify: true,
    metafile: true,
    external: ['msw'],
  })
  const foreign = Object.values(metafile.inputs)
    .flatMap(({ imports }) => imports)
    .filter(({ path, external }) => external && path !== 'msw' && path !== '<runtime>')
  await report(
    'esbuild',
    out,
    foreign.map(({ path }) => path),
  )
  const source = await esbuild({
    stdin: {
      contents: "export * from './emulator/index.ts'; export * from './emulator/adapters/msw/msw.ts'",
      resolveDir: '.',
    },
    bundle: true,
    splitting: true,
    outdir: out,
    format: 'esm',
    platform: 'browser',
    minify: true,
    metafile: true,
    write: false,
    external: ['msw'],
  })
  dominating(source.metafile)
}

async function withVite(entry) {
  const out = join(folder, 'vite')
  const foreign = []
  // Vite replaces Node modules by empty ones and warns; rollup says which it left out.
  const onwarn = (warning) => foreign.push(warning.message)
  await vite({
    root: folder,
    logLevel: 'error',
    configFile: false,
    plugins: [
      {
        name: 'node-modules',
        resolveId: (id) => {
          if (isNode(id)) foreign.push(id)
        },
      },
    ],
    build: {
      outDir: out,
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
  await report('Vite', out, foreign)
}

function isNode(id) {
  return id.startsWith('node:') || builtinModules.includes(id)
}

/** Bundlers leave out what they take for unused: the bundle still has to answer, and to hold what was asked for. */
async function works(out) {
  const { createEmulator, createHandlers } = await import(pathToFileURL(join(out, 'entry.js')).href)
  const emulator = createEmulator({ trace: true })
  const { status } = await emulator.fetch('http://emulator/v1/users/me', {
    headers: { 'x-api-key': 'svc-key-ada-admin' },
  })
  return status === 200 && emulator.journal.length === 1 && createHandlers(emulator).length === 2
}

/** Prints the size of what a page loads at once, the entry and its imports, and of what is loaded on demand. */
async function report(tool, out, foreign) {
  const texts = new Map()
  for (const name of await readdir(out, { recursive: true }))
    if (/\.m?js$/.test(name)) texts.set(name, await readFile(join(out, name), 'utf8'))
  const first = reachable(
    texts,
    [...texts.keys()].find((name) => /^entry\.m?js$/.test(name)),
  )
  const kb = (names) => names.reduce((sum, name) => sum + gzipSync(texts.get(name), { level: 9 }).length, 0) / 1024
  const start = kb(first)
  const later = kb([...texts.keys()].filter((name) => !first.includes(name)))
  const nodes = [...texts.values()].flatMap((text) =>
    [...text.matchAll(/\b(?:from|import|require)\s*\(?\s*["'](node:[a-z/_]+)["']/g)].map((match) => match[1]),
  )
  console.log(
    `${tool}: ${start.toFixed(1)} KB at start (at most ${LIMIT_KB}), ${later.toFixed(1)} KB on demand; minified and gzipped, without msw`,
  )
  const problems = [...foreign, ...nodes].map((path) => `asks for ${path}`)
  if (start > LIMIT_KB) problems.push(`passes ${LIMIT_KB} KB`)
  if (!(await works(out))) problems.push('does not answer')
  for (const problem of problems) console.log(`  FAILED: ${problem}`)
  if (problems.length > 0) process.exitCode = 1
}

function reachable(texts, entry) {
  const seen = new Set([entry])
  for (const name of seen) {
    for (const [, path] of texts.get(name).matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/g)) seen.add(path)
  }
  return [...seen]
}

function dominating({ inputs, outputs }) {
  const groups = {}
  const entry = Object.values(outputs).find(({ entryPoint }) => entryPoint === '<stdin>')
  const first = [
    entry,
    ...entry.imports
      .filter(({ kind }) => kind === 'import-statement')
      .map(({ path }) => outputs[path])
      .filter(Boolean),
  ]
  for (const { inputs: parts } of first) {
    for (const [input, { bytesInOutput }] of Object.entries(parts)) {
      const group = /^(?:node_modules\/(?:@[^/]+\/)?[^/]+|[^/]+\/[^/]+)/.exec(input)?.[0] ?? input
      groups[group] = (groups[group] ?? 0) + bytesInOutput
    }
  }
  const largest = Object.entries(groups)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 12)
  console.log(
    `  of ${Object.keys(inputs).length} files, minified: ${largest.map(([name, bytes]) => `${name} ${(bytes / 1024).toFixed(1)}`).join(', ')} KB`,
  )
}
