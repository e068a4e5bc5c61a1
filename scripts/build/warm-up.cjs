'use strict'

/**
 * `node warm-up.cjs <command> <main> <joined> <into> <word>…`: runs a command, whose first file is `main` beside it, with these words,
 * and asks it once if it serves. Writes the paths of the files it loaded, a line each; or, where `joined` holds them, the code that V8 had
 * compiled of it by the end.
 */
const fs = require('node:fs')
const { get } = require('node:http')
const { dirname, resolve } = require('node:path')
const v8 = require('node:v8')
const { Script } = require('node:vm')
const { chunkRequire } = require('./chunk-require.cjs')

const [command, main, joined, into, ...words] = process.argv.slice(2)
const script = fs.existsSync(joined) ? new Script(fs.readFileSync(joined, 'latin1'), { filename: resolve(joined) }) : undefined
const paths = []
// V8 would take the code only under the same flags.
v8.setFlagsFromString = () => {}
process.argv = [process.argv[0], resolve(command), ...words]
// What the command says goes straight to stdout, which is a pipe.
const { writeSync } = fs
fs.writeSync = (descriptor, bytes, ...rest) => {
  if (descriptor !== 1) return writeSync(descriptor, bytes, ...rest)
  const url = /API +(http:\S+)/.exec(bytes.toString())?.[1]
  if (url !== undefined) get(`${url}/users/me`, { headers: { 'x-api-key': 'svc-key-ada-admin' } }, () => process.exit(0))
  return bytes.length
}
process.on('exit', () => fs.writeFileSync(into, script === undefined ? paths.join('\n') : script.createCachedData()))
chunkRequire(require, dirname(resolve(command)), script?.runInThisContext() ?? {}, (path) => paths.push(path))(main)
