import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

/**
 * Keeps the core in one file. What several entries share goes into files of its own, one for each set of entries that needs it: the
 * core would be a dozen files, of which each costs a millisecond at start-up. So whatever is loaded with the core or after it is
 * made to need all of it, which costs nothing. The same is done for what a single entry loads at its start.
 *
 * `core`: the source from which the core is reached. `inputs`: the graph, from the metafile of a pass without this plugin.
 */
export function coreChunk(core, inputs, entries) {
  const [entry, ...others] = entries
  const first = others.length > 0 ? [] : inputs[entry].imports.map(({ path }) => path)
  const needing = new Map([...entries, ...demanded(inputs)].map((file) => [resolve(file), first]))
  for (const file of withCore(core, inputs, entries)) needing.set(resolve(file), [...first, core])
  return {
    name: 'core-chunk',
    setup(pass) {
      pass.onLoad({ filter: /\.m?ts$|\.mjs$/ }, async ({ path }) => {
        const whole = needing.get(path)
        if (whole === undefined) return undefined
        return { contents: `${await readFile(path, 'utf8')}\n${whole.map((file) => `import 'whole:${file}'\n`).join('')}`, loader: path.endsWith('ts') ? 'ts' : 'js' }
      })
      pass.onResolve({ filter: /^whole:/ }, ({ path }) => ({ path: path.slice('whole:'.length), namespace: 'whole' }))
      // A module of its own, because an import for nothing but its effects is left out where a package has none.
      pass.onLoad({ filter: /.*/, namespace: 'whole' }, ({ path }) => ({
        contents: `import * as whole from ${JSON.stringify(resolve(path))}; export { whole }`, resolveDir: process.cwd(),
      }))
    },
  }
}

/** Entries that need so much of the core take all of it; the rest runs without, such as a reporter or `svc-emulator list`. */
const GOOD_PART = 0.1

/** Entries, and modules that are loaded on demand, that never run without the core. */
function withCore(core, inputs, entries) {
  const whole = closure(inputs, core)
  const needsIt = (file) => [...closure(inputs, file)].filter((each) => whole.has(each)).length >= whole.size * GOOD_PART
  const without = new Set(entries.filter((file) => !needsIt(file)).flatMap((file) => [...closure(inputs, file)]))
  for (const file of without) {
    for (const target of onDemand(inputs[file])) if (!needsIt(target)) for (const each of closure(inputs, target)) without.add(each)
  }
  return [...new Set([...entries, ...demanded(inputs)])].filter((file) => !without.has(file))
}

function demanded(inputs) {
  return Object.values(inputs).flatMap(onDemand)
}

function onDemand({ imports }) {
  return imports.filter(({ kind, external }) => kind === 'dynamic-import' && !external).map(({ path }) => path)
}

/** The files that are loaded with `file`. */
function closure(inputs, file) {
  const seen = new Set([file])
  for (const each of seen) {
    for (const { path, kind, external } of inputs[each].imports) if (!external && kind !== 'dynamic-import') seen.add(path)
  }
  return seen
}
