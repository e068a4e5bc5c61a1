import { isBuiltin } from 'node:module'
import { fileURLToPath } from 'node:url'
import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises'
import { build } from 'esbuild'
import { evaluatedModules } from './evaluated.mjs'
import { inspectorPage } from './inspector.mjs'

/**
 * Settings of both bundles. Nothing is minified: an uncaught error prints the line it came from, which fits a screen, and a stack names it.
 * `bufferutil` and `utf-8-validate` are optional accelerators of `ws`, which finds them where a user has them.
 */
const common = {
  bundle: true,
  target: ['es2022', 'node20'],
  legalComments: 'none',
  lineLimit: 120,
  metafile: true,
  logLevel: 'warning',
}
const accelerators = ['bufferutil', 'utf-8-validate']

/**
 * Node's own modules, as CommonJS packages ask for them: an ESM bundle has no `require`, and a banner with one would reach the
 * browser-safe files too. `process.getBuiltinModule` is there from Node 20.16 on.
 */
const builtins = {
  name: 'builtins',
  setup(pass) {
    pass.onResolve({ filter: /^(node:)?[a-z_]+(\/[a-z_]+)?$/ }, ({ path, kind }) => {
      const name = path.replace(/^node:/, '')
      if (!isBuiltin(path)) return undefined
      return kind === 'require-call' ? { path: name, namespace: 'builtin' } : { path: `node:${name}`, external: true }
    })
    pass.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('node:${path}')`,
    }))
  },
}

/**
 * The library and the commands as modules, in one pass, so that a class has one identity whichever entry it is imported from. A test gives
 * plugins that change sources.
 */
export async function bundleModules(library, commands, programs, directory, peers, plugins = []) {
  const { metafile } = await build({
    ...common,
    entryPoints: [
      ...library.flatMap(({ node, ...entry }) => [entry, node].filter(Boolean)),
      ...commands.map(({ name, source }) => ({ out: `commands/${name}`, source })),
      ...programs,
    ].map(({ out, source }) => ({ out, in: source })),
    outdir: directory,
    splitting: true,
    format: 'esm',
    chunkNames: 'chunk-[hash]',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: [...peers, ...accelerators],
    plugins: [builtins, inspectorPage, evaluatedModules(plugins), ...plugins],
  })
  await linkable(commands, directory)
  return metafile
}

/** Has CommonJS load the schema of scenarios from the file of the package, which would be in it twice. Modules are for browsers, too. */
const schemaOfThePackage = {
  name: 'schema-of-the-package',
  setup(pass) {
    pass.onResolve({ filter: /\/scenario\.schema\.json$/ }, () => ({
      path: '../../scenarios/scenario.schema.json',
      external: true,
    }))
  },
}

/**
 * The library as CommonJS, for Jest and other loaders that know no modules: one file, so that a class has one identity, whose modules run
 * when their entry is first required, and a file for each entry.
 */
export async function bundleCommonJs(entries, directory, peers) {
  const rows = entries.map(
    ({ out, source }) => `${JSON.stringify(out)}: () => require(${JSON.stringify(`./${source}`)}),`,
  )
  const folder = `${directory}/cjs`
  const { metafile } = await build({
    ...common,
    stdin: { contents: `exports.entries = {\n${rows.join('\n')}\n}\n`, resolveDir: '.' },
    outfile: `${folder}/library.js`,
    format: 'cjs',
    platform: 'node',
    // Jest refuses `import()` in CommonJS.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'moduleUrl' },
    banner: { js: `const moduleUrl = require('node:url').pathToFileURL(__filename).href` },
    inject: [fileURLToPath(new URL('missing-globals.mjs', import.meta.url))],
    external: [...peers, ...accelerators],
    plugins: [schemaOfThePackage],
  })
  await Promise.all([
    markCommonJs(folder),
    ...entries.map(({ out }) =>
      writeFile(`${folder}/${out}.js`, `module.exports = require('./library.js').entries[${JSON.stringify(out)}]()\n`),
    ),
  ])
  return metafile
}

/** The commands as one CommonJS file, for the single executable: it can load no other. */
export async function bundleExecutable(source, outfile) {
  const { metafile } = await build({
    ...common,
    entryPoints: [source],
    outfile,
    format: 'cjs',
    platform: 'node',
    define: {
      'import.meta.url': 'moduleUrl',
      // `ws` looks for its accelerators on the disk, which Node warns of here.
      'process.env.WS_NO_BUFFER_UTIL': '"1"',
      'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
    },
    banner: { js: `const moduleUrl = require('node:url').pathToFileURL(__filename).href` },
    external: accelerators,
  })
  return metafile
}

/** Files that npm links, in the words of any Node: they load a command behind the check for an old one, which could not read it. */
async function linkable(commands, directory) {
  const folder = `${directory}/cli`
  await mkdir(folder)
  await Promise.all([
    markCommonJs(folder),
    copyFile('cli/shared/supported-node.cjs', `${folder}/supported-node.js`),
    ...commands.map(async ({ name, out }) => {
      const lines = [
        '#!/usr/bin/env node',
        `require('./supported-node.js')(${JSON.stringify(name)}, process)`,
        // Keeps what Node compiles, from 22.8 on.
        `var loader = require('module')`,
        'if (loader.enableCompileCache) loader.enableCompileCache()',
        `require('../commands/${name}.js')`,
      ]
      await writeFile(`${directory}/${out}.js`, `${lines.join('\n')}\n`)
      await chmod(`${directory}/${out}.js`, 0o755)
    }),
  ])
}

function markCommonJs(folder) {
  return writeFile(`${folder}/package.json`, '{"type":"commonjs"}\n')
}
