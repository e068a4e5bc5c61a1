import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises'
import { build } from 'esbuild'

/** Packages in files of their own, which are read when first needed: most runs of a command need none of them. */
const onDemand = {
  'proper-lockfile': `require('proper-lockfile')`,
  read: `require('read')`,
  ws: `require('ws')`,
  yaml: `require('yaml')`,
  yargs: `require('yargs').default`,
}

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
 * The library and the commands as CommonJS, under `cjs/`. The library and the command that serves it are one file, so that a class has one
 * identity; a module runs when it is first asked for. One file because each further one costs a millisecond of a start, and
 * CommonJS because the module loader of Node 20 costs five.
 */
export async function bundleCommonJs(library, commands, directory, peers) {
  const folder = `${directory}/cjs`
  const whole = [...library, ...commands.filter(({ core }) => core)]
  const table = whole.map(({ name, source }) => `  ${JSON.stringify(name)}: () => require(${JSON.stringify(`./${source}`)}),`)
  const files = [
    bundle('core', { contents: `module.exports = {\n${table.join('\n')}\n}\n`, resolveDir: '.' }),
    ...commands.filter(({ core }) => !core).map(({ name, source }) => bundle(name, { contents: `require(${JSON.stringify(`./${source}`)})`, resolveDir: '.' })),
    ...Object.entries(onDemand).map(([name, value]) => bundle(`vendor/${name}`, { contents: `module.exports = ${value}`, resolveDir: '.' }, true)),
  ]
  const metafiles = await Promise.all(files)
  await mkdir(`${directory}/cli`)
  await Promise.all([
    ...[folder, `${directory}/cli`].map((each) => writeFile(`${each}/package.json`, '{"type":"commonjs"}\n')),
    ...library.map(({ name, out }) => writeFile(`${folder}/${out}.js`, `module.exports = require('./core.js')[${JSON.stringify(name)}]()\n`)),
    copyFile('cli/shared/supported-node.cjs', `${directory}/cli/supported-node.js`),
    ...commands.map((command) => writeCommand(command, directory)),
  ])
  return { outputs: Object.assign({}, ...metafiles.map(({ outputs }) => outputs)) }

  async function bundle(out, stdin, alone = false) {
    const plugins = alone ? [] : [vendor]
    const { metafile } = await build({ ...common, stdin, outfile: `${folder}/${out}.js`, external: [...peers, 'bufferutil', 'utf-8-validate'], plugins })
    return metafile
  }
}

const vendor = {
  name: 'vendor',
  setup(pass) {
    const names = new RegExp(`^(?:${Object.keys(onDemand).join('|')})$`)
    pass.onResolve({ filter: names }, ({ path }) => ({ path: `./vendor/${path}.js`, external: true }))
    // A fifth of the text, and in the package anyway.
    pass.onResolve({ filter: /scenarios\/scenario\.schema\.json$/ }, () => ({ path: '../../scenarios/scenario.schema.json', external: true }))
  },
}

/** What npm links. The rest is loaded behind the check: an old Node could not read it. Newer ones keep what they compile, from 22.8 on. */
async function writeCommand({ name, out, core }, directory) {
  const rest = core ? `require('../cjs/core.js')[${JSON.stringify(name)}]()` : `require('../cjs/${name}.js')`
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
