import { chmod, readFile, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { dirname } from 'node:path'
import { build } from 'esbuild'
import { toCommonJs } from './common-js.mjs'
import { coreChunk } from './core-chunk.mjs'

// Optional accelerators of `ws`, which it finds for itself when a user has them.
const accelerators = ['bufferutil', 'utf-8-validate']

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

/** The library entries in one pass, so that a class has one identity whichever entry it is imported from; those `apart` in another. */
export async function bundleLibrary(entries, directory, peers) {
  const options = { platform: 'neutral', mainFields: ['module', 'main'], external: [...peers, ...accelerators] }
  const whole = await bundle(entries.filter(({ apart }) => !apart), directory, options, 'emulator/index.ts')
  const apart = await bundle(entries.filter((entry) => entry.apart), directory, options)
  return { inputs: { ...apart.inputs, ...whole.inputs }, outputs: { ...apart.outputs, ...whole.outputs } }
}

/**
 * Each command in a pass of its own. What several entries share goes into files of its own, one for each set of entries, and every
 * file costs a millisecond at start-up: built together, `svc` would load twelve of them, alone it loads two.
 */
export async function bundleCommands(entries, directory, peers) {
  const outputs = {}
  for (const entry of entries) {
    const options = { platform: 'node', define: { __filename: 'import.meta.url' }, chunkNames: `${dirname(entry.out)}/chunk-[hash]`, external: [...peers, ...accelerators] }
    const metafile = await bundle([entry], directory, options, entry.core)
    await Promise.all(Object.keys(metafile.outputs).map(toCommonJs))
    Object.assign(outputs, metafile.outputs)
    await makeExecutable(`${directory}/${entry.out}.js`)
    await writeFile(`${directory}/${dirname(entry.out)}/package.json`, '{"type":"commonjs"}\n')
  }
  return { outputs }
}

async function bundle(entries, directory, options, core) {
  const common = {
    entryPoints: entries.map(({ out, source }) => ({ out, in: source })),
    outdir: directory,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['es2022', 'node20'],
    chunkNames: 'chunk-[hash]',
    legalComments: 'none',
    // Reading the text is a good part of a start. Names stay: stack traces show them.
    minifySyntax: true,
    minifyWhitespace: true,
    metafile: true,
    logLevel: 'warning',
    plugins: [builtins],
    ...options,
  }
  if (core === undefined) return (await build(common)).metafile
  const { metafile: { inputs } } = await build({ ...common, write: false })
  const plugins = [builtins, coreChunk(core, inputs, entries.map(({ source }) => source))]
  return (await build({ ...common, plugins })).metafile
}


async function makeExecutable(file) {
  const text = await readFile(file, 'utf8')
  if (!text.startsWith('#!')) await writeFile(file, `#!/usr/bin/env node\n${text}`)
  await chmod(file, 0o755)
}
