import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { short } from './short.mjs'

/** Packages in files of their own, which are read when first needed: most runs of a command need none of them. */
const onDemand = {
  'proper-lockfile': `require('proper-lockfile')`,
  read: `require('read')`,
  ws: `require('ws')`,
  yaml: `require('yaml')`,
  yargs: `require('yargs').default`,
}

const mcpSdk = 'cli/svc-emulator/mcp/sdk.ts'

const common = {
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: ['es2022', 'node20'],
  legalComments: 'none',
  // Shorter by a fiftieth, and as readable.
  minifySyntax: true,
  lineLimit: 120,
  metafile: true,
  logLevel: 'warning',
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'moduleUrl' },
  banner: { js: `const moduleUrl = require('node:url').pathToFileURL(__filename).href` },
}

/**
 * The library and the commands as CommonJS, under `cjs/`, in five files. `core.js` is what both the library and a start load: its modules
 * stand side by side and run when it is loaded, because the engine reads a module that is wrapped in a function twice. `served.js` is the rest
 * of what a start loads, `library.js` the rest of the library, `played.js` what reads and plays a scenario, `later.js` what else is only asked
 * for by `import()` (exploring, recording, documents); their modules run when they are first asked for. Each takes from the others what stands there, so a class has one identity. Few
 * files because each further one costs a start, and CommonJS because the module loader of Node 20 costs five milliseconds.
 */
export async function bundleCommonJs(library, commands, directory, peers) {
  const folder = `${directory}/cjs`
  const served = commands.filter((each) => each.served)
  const alone = commands.filter((each) => !each.served)
  const { holder, metafiles: ofParts } = await parts()
  const metafiles = await Promise.all([
    ofParts,
    ...alone.map(({ name, source }) =>
      bundle(name, { contents: `require(${JSON.stringify(`./${source}`)})`, resolveDir: '.' }, [vendor]),
    ),
    ...Object.entries(onDemand).map(([name, value]) =>
      bundle(`vendor/${name}`, { contents: `module.exports = ${value}`, resolveDir: '.' }, [], true, short),
    ),
    bundle('vendor/mcp-sdk', { contents: `module.exports = require('./${mcpSdk}')`, resolveDir: '.' }, [], true, short),
  ])
  await mkdir(`${directory}/cli`)
  await Promise.all([
    ...[folder, `${directory}/cli`].map((each) => writeFile(`${each}/package.json`, '{"type":"commonjs"}\n')),
    ...library.map((entry) =>
      writeFile(`${folder}/${entry.out}.js`, `module.exports = ${taken(holder(entry.source), entry.source)}\n`),
    ),
    copyFile('cli/shared/supported-node.cjs', `${directory}/cli/supported-node.js`),
    ...commands.map((command) => writeCommand(command, directory)),
  ])
  return { outputs: Object.assign({}, ...metafiles.flat().map(({ outputs }) => outputs)) }

  async function parts() {
    const [core, beside, later] = [
      library.filter((entry) => entry.core),
      library.filter((entry) => !entry.core && !entry.later),
      library.filter((entry) => entry.later),
    ].map(sourcesOf)
    const started = [...sourcesOf(served), ...served.flatMap(({ loads }) => loads)]
    const playing = served.flatMap(({ plays }) => plays)
    // For what imports what, of our own modules.
    const { inputs } = await bundle('core', table([...core, ...beside, ...started, ...playing, ...later]), [], false, {
      packages: 'external',
      minifySyntax: false,
    })
    const holder = holderOf({
      core: reached(core, inputs),
      library: reached([...core, ...beside], inputs),
      started: reached(started, inputs),
      played: reached(playing, inputs),
    })
    const wanted = crossing(inputs, holder)
    for (const file of [...core, ...beside, ...sourcesOf(served), ...later]) wanted[holder(file)].add(file)
    return {
      holder,
      metafiles: Promise.all(
        Object.entries(wanted).map(([part, files]) =>
          bundle(part, part === 'core' ? flatTable(files) : table(files), [vendor, otherParts(part, inputs, holder)]),
        ),
      ),
    }
  }

  async function bundle(out, stdin, plugins, write = true, more = {}) {
    const { metafile } = await build({
      ...common,
      ...more,
      stdin,
      write,
      outfile: `${folder}/${out}.js`,
      external: [...peers, 'bufferutil', 'utf-8-validate'],
      plugins,
    })
    return metafile
  }
}

/** Gives each of these modules, by its path, when it is asked for. In the order of their names: that in which they were found differs from build to build. */
function table(files) {
  const rows = inOrder(files).map((file) => `  ${JSON.stringify(file)}: () => require(${JSON.stringify(`./${file}`)}),`)
  return { contents: `exports.modules = {\n${rows.join('\n')}\n}\n`, resolveDir: '.' }
}

/** The same of modules that have run by then. */
function flatTable(files) {
  const names = inOrder(files)
  const imports = names.map((file, n) => `import * as module${n} from ${JSON.stringify(`./${file}`)}`)
  const rows = names.map((file, n) => `  ${JSON.stringify(file)}: () => marked(module${n}),`)
  // What tells those who compile modules to CommonJS that it was one.
  const marked = `const marked = (module) => Object.defineProperty(module, '__esModule', { value: true })`
  return {
    contents: `${imports.join('\n')}\n${marked}\nexport const modules = {\n${rows.join('\n')}\n}\n`,
    resolveDir: '.',
  }
}

function inOrder(files) {
  return [...new Set(files)].toSorted((a, b) => (a < b ? -1 : 1))
}

function sourcesOf(entries) {
  return entries.map(({ source }) => source)
}

/** The part that holds a module. */
function holderOf({ core, library, started, played }) {
  return (file) => {
    if (started.has(file)) return core.has(file) ? 'core' : 'served'
    if (library.has(file)) return 'library'
    return played.has(file) ? 'played' : 'later'
  }
}

function taken(part, file) {
  return `require('./${part}.js').modules[${JSON.stringify(file)}]()`
}

/** What is loaded with these modules: all that they import, but for what they ask for later. */
function reached(roots, inputs) {
  const found = new Set(roots)
  for (const file of found) {
    for (const { kind, external, path } of inputs[file].imports)
      if (kind !== 'dynamic-import' && !external) found.add(path)
  }
  return found
}

/** Our modules that another part asks for, by the part that holds them. Of packages each part holds what it uses. */
function crossing(inputs, holder) {
  const wanted = { core: new Set(), library: new Set(), served: new Set(), played: new Set(), later: new Set() }
  for (const [importer, { path }] of importsOfOurs(inputs))
    if (holder(importer) !== holder(path)) wanted[holder(path)].add(path)
  return wanted
}

function importsOfOurs(inputs) {
  return Object.entries(inputs)
    .filter(([importer]) => isOurs(importer))
    .flatMap(([importer, { imports }]) =>
      imports.filter(({ external, path }) => !external && isOurs(path)).map((each) => [importer, each]),
    )
}

function isOurs(path) {
  return !path.startsWith('node_modules/') && path !== '<stdin>'
}

/** Modules of another part are taken from there. */
function otherParts(part, inputs, holder) {
  const elsewhere = importsOfOurs(inputs).filter(([, { path }]) => holder(path) !== part)
  const files = new Map(elsewhere.map(([importer, { original, path }]) => [`${importer} ${original}`, path]))
  // Not every import: each that is asked about costs a question to this process.
  const asked = [
    './core.js',
    './library.js',
    './served.js',
    './played.js',
    './later.js',
    ...new Set(elsewhere.map(([, { original }]) => original)),
  ].map((path) => path.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return {
    name: 'other-parts',
    setup(pass) {
      pass.onResolve({ filter: new RegExp(`^(?:${asked.join('|')})$`) }, ({ path, importer, namespace }) => {
        if (namespace === 'other-part') return { path, external: true }
        const file = files.get(`${relative('.', importer)} ${path}`)
        return file === undefined ? undefined : { path: file, namespace: 'other-part' }
      })
      pass.onLoad({ filter: /.*/, namespace: 'other-part' }, ({ path }) => ({
        contents: `module.exports = ${taken(holder(path), path)}`,
      }))
    },
  }
}

const vendor = {
  name: 'vendor',
  setup(pass) {
    const names = new RegExp(`^(?:${Object.keys(onDemand).join('|')})$`)
    pass.onResolve({ filter: names }, ({ path }) => ({ path: `./vendor/${path}.js`, external: true }))
    pass.onResolve({ filter: /\.\/sdk\.ts$/ }, ({ path, resolveDir }) =>
      join(resolveDir, path) === resolve(mcpSdk) ? { path: './vendor/mcp-sdk.js', external: true } : undefined,
    )
    // A fifth of the text, and in the package anyway.
    pass.onResolve({ filter: /scenarios\/scenario\.schema\.json$/ }, () => ({
      path: '../../scenarios/scenario.schema.json',
      external: true,
    }))
  },
}

/** What npm links. The rest is loaded behind the check: an old Node could not read it. Newer ones keep what they compile, from 22.8 on. */
async function writeCommand({ name, out, source, served }, directory) {
  const rest = served
    ? `require('../cjs/served.js').modules[${JSON.stringify(source)}]()`
    : `require('../cjs/${name}.js')`
  const file = `${directory}/${out}.js`
  const lines = [
    '#!/usr/bin/env node',
    `require('./supported-node.js')(${JSON.stringify(name)}, process)`,
    `var loader = require('module')`,
    'if (loader.enableCompileCache) loader.enableCompileCache()',
    rest,
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
  await chmod(file, 0o755)
}
