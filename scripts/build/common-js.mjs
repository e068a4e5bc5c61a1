import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { build } from 'esbuild'

/** Packages in files of their own, which are read when first needed: most runs of a command need none of them. */
const onDemand = {
  'js-yaml': `require('js-yaml')`,
  'proper-lockfile': `require('proper-lockfile')`,
  read: `require('read')`,
  ws: `require('ws')`,
  yaml: `require('yaml')`,
  yargs: `require('yargs').default`,
}

/** What others wrote. Names stay, and lines that fit a screen: an uncaught error prints one. */
const short = { minifyWhitespace: true, minifySyntax: true, lineLimit: 120 }
const mcpSdk = 'cli/svc-emulator/mcp/sdk.ts'

const common = {
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: ['es2022', 'node20'],
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'moduleUrl' },
  banner: { js: `const moduleUrl = require('node:url').pathToFileURL(__filename).href` },
}

/**
 * The library and the commands as CommonJS, under `cjs/`. What a start loads, library and command, is one file, `core.js`; what is only
 * asked for by `import()` (replaying, recording, documents) is another, `later.js`, which takes from the first what stands in it: so a
 * class has one identity. A module runs when it is first asked for. Few files because each further one costs a millisecond of a
 * start, and CommonJS because the module loader of Node 20 costs five.
 */
export async function bundleCommonJs(entries, commands, directory, peers) {
  const library = entries.map(({ required, ...entry }) => ({ ...entry, source: required?.source ?? entry.source }))
  const folder = `${directory}/cjs`
  const served = commands.filter(({ core }) => core)
  const alone = commands.filter(({ core }) => !core)
  const fileOf = ({ later }) => (later ? 'later' : 'core')
  const metafiles = await Promise.all([
    halves(),
    ...alone.map(({ name, source }) => bundle(name, { contents: `require(${JSON.stringify(`./${source}`)})`, resolveDir: '.' }, [vendor])),
    ...Object.entries(onDemand).map(([name, value]) => bundle(`vendor/${name}`, { contents: `module.exports = ${value}`, resolveDir: '.' }, [], true, short)),
    bundle('vendor/mcp-sdk', { contents: `module.exports = require('./${mcpSdk}')`, resolveDir: '.' }, [], true, short),
  ])
  await mkdir(`${directory}/cli`)
  await Promise.all([
    ...[folder, `${directory}/cli`].map((each) => writeFile(`${each}/package.json`, '{"type":"commonjs"}\n')),
    ...library.map((entry) => writeFile(`${folder}/${entry.out}.js`, `module.exports = ${taken(fileOf(entry), entry.source)}\n`)),
    copyFile('cli/shared/supported-node.cjs', `${directory}/cli/supported-node.js`),
    ...commands.map((command) => writeCommand(command, directory)),
  ])
  return { outputs: Object.assign({}, ...metafiles.flat().map(({ outputs }) => outputs)) }

  async function halves() {
    const roots = [...library.filter(({ later }) => !later), ...served].map(({ source }) => source)
    const others = library.filter(({ later }) => later).map(({ source }) => source)
    const { inputs } = await bundle('core', table([...roots, ...others]), [vendor], false)
    const core = reached([...roots, ...served.flatMap(({ loads }) => loads)], inputs)
    const onlyLater = [...core].flatMap((file) => inputs[file].imports).filter(({ kind, external, path }) => kind === 'dynamic-import' && !external && !core.has(path))
    const shared = new Set()
    const later = await bundle('later', table([...others, ...onlyLater.map(({ path }) => path)]), [vendor, otherHalf('core', (path) => core.has(path), inputs, shared)])
    return [later, await bundle('core', table([...roots, ...shared]), [vendor, otherHalf('later', (path) => !core.has(path), inputs, new Set())])]
  }

  async function bundle(out, stdin, plugins, write = true, more = {}) {
    const { metafile } = await build({ ...common, ...more, stdin, write, outfile: `${folder}/${out}.js`, external: [...peers, 'bufferutil', 'utf-8-validate'], plugins })
    return metafile
  }
}

/** Gives each of these modules, by its path, when it is asked for. In the order of their names: that in which they were found differs from build to build. */
function table(files) {
  const rows = [...new Set(files)].toSorted((a, b) => (a < b ? -1 : 1)).map((file) => `  ${JSON.stringify(file)}: () => require(${JSON.stringify(`./${file}`)}),`)
  return { contents: `module.exports = {\n${rows.join('\n')}\n}\n`, resolveDir: '.' }
}

function taken(half, file) {
  return `require('./${half}.js')[${JSON.stringify(file)}]()`
}

/** What is loaded with these modules: all that they import, but for what they ask for later. */
function reached(roots, inputs) {
  const found = new Set(roots)
  for (const file of found) {
    for (const { kind, external, path } of inputs[file].imports) if (kind !== 'dynamic-import' && !external) found.add(path)
  }
  return found
}

/** Our modules that stand in the other file are taken from there; `shared` is told which. Of packages each file holds what it uses. */
function otherHalf(half, holds, inputs, shared) {
  const crossing = Object.entries(inputs).flatMap(([importer, { imports }]) => imports
    .filter(({ external, path }) => !external && !path.startsWith('node_modules/') && holds(path))
    .map(({ original, path }) => ({ original, path, importer })))
  const files = new Map(crossing.map(({ importer, original, path }) => [`${importer} ${original}`, path]))
  // Not every import: each that is asked about costs a question to this process.
  const asked = [`./${half}.js`, ...new Set(crossing.map(({ original }) => original))].map((path) => path.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return {
    name: `from-${half}`,
    setup(pass) {
      pass.onResolve({ filter: new RegExp(`^(?:${asked.join('|')})$`) }, ({ path, importer, namespace }) => {
        if (namespace === half) return { path, external: true }
        const file = files.get(`${relative('.', importer)} ${path}`)
        if (file === undefined) return undefined
        shared.add(file)
        return { path: file, namespace: half }
      })
      pass.onLoad({ filter: /.*/, namespace: half }, ({ path }) => ({ contents: `module.exports = ${taken(half, path)}` }))
    },
  }
}

const vendor = {
  name: 'vendor',
  setup(pass) {
    const names = new RegExp(`^(?:${Object.keys(onDemand).join('|')})$`)
    pass.onResolve({ filter: names }, ({ path }) => ({ path: `./vendor/${path}.js`, external: true }))
    pass.onResolve({ filter: /\.\/sdk\.ts$/ }, ({ path, resolveDir }) => (join(resolveDir, path) === resolve(mcpSdk) ? { path: './vendor/mcp-sdk.js', external: true } : undefined))
    // A fifth of the text, and in the package anyway.
    pass.onResolve({ filter: /scenarios\/scenario\.schema\.json$/ }, () => ({ path: '../../scenarios/scenario.schema.json', external: true }))
  },
}

/** What npm links. The rest is loaded behind the check: an old Node could not read it. Newer ones keep what they compile, from 22.8 on. */
async function writeCommand({ name, out, source, core }, directory) {
  const rest = core ? `require('../cjs/core.js')[${JSON.stringify(source)}]()` : `require('../cjs/${name}.js')`
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
