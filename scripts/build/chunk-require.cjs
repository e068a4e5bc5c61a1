'use strict'

// The functions here, but for `joinedText`, are written into a command as text: they use nothing but each other.

/**
 * A `require` for the files of `folder`: of those in `parts`, by path, it has the functions already. `collect`: told the path of each
 * that it loads.
 */
function chunkRequire(require, folder, parts, collect) {
  const loaded = new Map()
  return function requireChunk(path) {
    if (!path.startsWith('./')) return require(path)
    const known = loaded.get(path)
    if (known !== undefined) return known.exports
    const module = { exports: {} }
    loaded.set(path, module)
    collect?.(path)
    const filename = folder + path.slice(1)
    const part = parts[path] ?? partOf(require, filename)
    part.call(module.exports, module.exports, requireChunk, module, filename, folder)
    return module.exports
  }
}

/** A file as a function, as Node itself makes one of it. */
function partOf(require, filename) {
  const text = require('node:fs').readFileSync(filename, 'latin1')
  return new (require('node:vm').Script)(`(${partText(text)})`, { filename }).runInThisContext()
}

/** The bundler writes ASCII. */
function partText(text) {
  return `function(exports,require,module,__filename,__dirname){${text.replace(/^#!.*/, '')}\n}`
}

/**
 * The parts that lines need which start with one of `words`: for the first word of this line, or the first of `words` where there is
 * none, compiled by this very Node. Undefined where they are not.
 */
function compiledParts(require, start, words) {
  const { readFileSync } = require('node:fs')
  const word = words.find((each) => each === process.argv[2]) ?? words[0]
  const filename = `${start}.joined.js`
  let cachedData
  try {
    cachedData = readFileSync(`${start}.${word}.${process.version}-${process.arch}.code`)
  } catch {
    return undefined
  }
  return new (require('node:vm').Script)(readFileSync(filename, 'latin1'), { filename, cachedData }).runInThisContext()
}

/** Without code, Node itself keeps what it compiles where it can: from 22.1 on. */
function commandRequire(require, folder, name, words) {
  const parts = compiledParts(require, `${folder}/${name}`, words)
  if (parts !== undefined) return chunkRequire(require, folder, parts)
  require('node:module').enableCompileCache?.()
  return require
}

/** A script that gives all `texts`, by path, as functions. */
function joinedText(texts) {
  return `({${Object.entries(texts).map(([path, text]) => `${JSON.stringify(path)}:${partText(text)}`).join(',\n')}})\n`
}

const commandText = [chunkRequire, partOf, partText, compiledParts, commandRequire].map(String).join('\n')

module.exports = { chunkRequire, commandText, joinedText }
