/**
 * What keeps the browser-safe entries from running in a browser, one line each: every import of a Node module, or of a package
 * that is no peer, in any file reachable from them.
 */
export function browserProblems(metafile, entries, peers) {
  const outputs = metafile.outputs
  const sources = new Map(entries.filter(({ browser }) => browser).map(({ name, source }) => [source, name]))
  const roots = Object.keys(outputs).filter((file) => sources.has(outputs[file].entryPoint))
  return roots.flatMap((file) => {
    const name = sources.get(outputs[file].entryPoint)
    return problemsOf(outputs, reachable(outputs, file), peers).map((problem) => `entry ${name}: ${problem}`)
  })
}

function reachable(outputs, root) {
  const seen = new Set([root])
  for (const file of seen) {
    for (const { path, external } of outputs[file].imports) if (!external) seen.add(path)
  }
  return [...seen]
}

function problemsOf(outputs, files, peers) {
  return files.flatMap((file) => {
    const inputs = Object.keys(outputs[file].inputs)
    const sources = inputs.filter((input) => !input.includes('node_modules/')).join(', ')
    const required = inputs.filter((input) => input.startsWith('builtin:'))
    const imported = outputs[file].imports.filter(({ path, external }) => external && !isPeer(path, peers)).map(({ path }) => path)
    return [...required, ...imported].map((what) => `imports ${what} in the chunk of ${sources}`)
  })
}

function isPeer(path, peers) {
  return peers.some((peer) => path === peer || path.startsWith(`${peer}/`))
}
