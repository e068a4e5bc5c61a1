'use strict'

// The functions here are written into a command as text: they use nothing but each other.

/**
 * A `require` that loads the files of `folder` with code that was compiled before, by path. `collect`: told of every script that was
 * loaded.
 */
function chunkRequire(require, folder, code, collect) {
  const { readFileSync } = require('node:fs')
  const { Script } = require('node:vm')
  const loaded = new Map()
  return function requireChunk(path) {
    if (!path.startsWith('./')) return require(path)
    const known = loaded.get(path)
    if (known !== undefined) return known.exports
    const module = { exports: {} }
    loaded.set(path, module)
    const filename = folder + path.slice(1)
    // The bundler writes ASCII.
    const text = `(function(exports,require,module,__filename,__dirname){${readFileSync(filename, 'latin1').replace(/^#!.*/, '')}\n})`
    const script = new Script(text, { filename, cachedData: code[path] })
    collect?.(path, script)
    script.runInThisContext().call(module.exports, module.exports, requireChunk, module, filename, folder)
    return module.exports
  }
}

/**
 * The code in the file that goes with the first word of the command line; without a word, that of the first in `words`. Undefined
 * where there is none, and where another Node compiled it.
 */
function compiledCode(require, start, words) {
  const word = words.find((each) => each === process.argv[2]) ?? words[0]
  let bytes
  try {
    bytes = require('node:fs').readFileSync(`${start}.${word}.code`)
  } catch {
    return undefined
  }
  const end = bytes.indexOf('\n')
  const { node, arch, parts } = JSON.parse(bytes.latin1Slice(0, end))
  if (node !== process.version || arch !== process.arch) return undefined
  const code = {}
  let from = end + 1
  for (const [path, length] of parts) {
    code[path] = bytes.subarray(from, from + length)
    from += length
  }
  return code
}

/** Without code, Node itself keeps what it compiles where it can: from 22.1 on. */
function commandRequire(require, folder, name, words) {
  const code = compiledCode(require, `${folder}/${name}`, words)
  if (code !== undefined) return chunkRequire(require, folder, code)
  require('node:module').enableCompileCache?.()
  return require
}

module.exports = { chunkRequire, commandText: [chunkRequire, compiledCode, commandRequire].map(String).join('\n') }
