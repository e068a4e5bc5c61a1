import { readFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { build } from 'esbuild'
import { shortenForeign } from './short.mjs'

// Optional accelerators of `ws`, which it finds for itself when a user has them.
const accelerators = ['bufferutil', 'utf-8-validate']

/** Readable on purpose: an uncaught error prints the line it came from, which fits a screen, and a stack names it. */
const common = {
  bundle: true,
  target: ['es2022', 'node20'],
  // Node has them. In a RegExp made by `new` bundlers would keep what nothing uses: one of valibot.
  supported: { 'regexp-unicode-property-escapes': true },
  legalComments: 'none',
  // Shorter by a thirtieth, and as readable.
  minifySyntax: true,
  lineLimit: 120,
  metafile: true,
  logLevel: 'warning',
}

/**
 * Node's own modules, as CommonJS packages ask for them: an ESM bundle has no `require`, and a banner with one would reach the
 * browser-safe files too. `process.getBuiltinModule` is there from Node 20.16 on.
 */
const builtins = {
  name: 'builtins',
  setup(pass) {
    const names = new Set(builtinModules)
    pass.onResolve({ filter: /^(node:)?[a-z_]+(\/[a-z_]+)?$/ }, ({ path, kind }) => {
      const name = path.replace(/^node:/, '')
      if (!names.has(name)) return undefined
      return kind === 'require-call' ? { path: name, namespace: 'builtin' } : { path: `node:${name}`, external: true }
    })
    pass.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('node:${path}')`,
    }))
  },
}

/** As a literal it would be printed with a line for each value: twice the text. */
const shortJson = {
  name: 'short-json',
  setup(pass) {
    pass.onLoad({ filter: /\.schema\.json$/ }, async ({ path }) => ({
      contents: `export default JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(await readFile(path, 'utf8'))))})`,
    }))
  },
}

/** The library as modules, in one pass, so that a class has one identity whichever entry it is imported from. */
export async function bundleModules(entries, directory, peers) {
  const { metafile } = await build({
    ...common,
    entryPoints: entries
      .flatMap(({ node, ...entry }) => [entry, node].filter(Boolean))
      .map(({ out, source }) => ({ out, in: source })),
    outdir: directory,
    splitting: true,
    format: 'esm',
    chunkNames: 'chunk-[hash]',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: [...peers, ...accelerators],
    plugins: [builtins, shortJson],
  })
  await shortenForeign(metafile)
  return metafile
}
