/**
 * Imports that keep the browser-safe entries from running in a browser, one per line: Node modules, and packages that
 * are not peers, in any file reachable from them.
 */
export function browserProblems(metafile, entries, peers) {
  const sources = new Map(entries.filter(({ browser }) => browser).map(({ name, source }) => [source, name]))
  const roots = Object.entries(metafile.outputs).filter(([, { entryPoint }]) => sources.has(entryPoint))
  return roots.flatMap(([file, { entryPoint }]) => {
    const inputs = reachable(metafile.outputs, file).flatMap((output) => Object.keys(metafile.outputs[output].inputs))
    return inputs.flatMap((input) =>
      foreignImports(metafile.inputs[input], peers).map(
        (path) => `entry ${sources.get(entryPoint)}: ${input} imports ${path}`,
      ),
    )
  })
}

function reachable(outputs, root) {
  const seen = new Set([root])
  for (const file of seen) {
    for (const { path, external } of outputs[file].imports) if (!external) seen.add(path)
  }
  return [...seen]
}

function foreignImports({ imports }, peers) {
  const foreign = ({ path, external }) => path.startsWith('builtin:') || (external && !isPeer(path, peers))
  return imports.filter(foreign).map(({ path }) => path)
}

function isPeer(path, peers) {
  return peers.some((peer) => path === peer || path.startsWith(`${peer}/`))
}
