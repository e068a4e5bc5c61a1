import { execFile } from 'node:child_process'
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { deserialize } from 'node:v8'
import chunks from './chunk-require.cjs'

const warmUp = fileURLToPath(new URL('./warm-up.cjs', import.meta.url))

/**
 * Ships a command, built as CommonJS, with the code that this Node compiles for some of its lines: compiling is a third of a start.
 * The code is good for this very Node; any other, and V8 when in doubt, compiles for itself. `lines`: by their first word, the
 * words behind it.
 */
export async function shipCode(file, lines) {
  const name = basename(file, '.js')
  const main = `./${name}.main.js`
  await copyFile(file, join(dirname(file), main))
  for (const [word, rest] of Object.entries(lines)) {
    await writeFile(join(dirname(file), `${name}.${word}.code`), joined(await compiledBy(file, main, [word, ...rest])))
  }
  const [called, words, first] = [name, Object.keys(lines), main].map((value) => JSON.stringify(value))
  await writeFile(file, `#!/usr/bin/env node\n'use strict'\n${chunks.commandText}\ncommandRequire(require, __dirname, ${called}, ${words})(${first})\n`)
}

/** What the command had compiled by the end of a run: path from its folder, and code. */
async function compiledBy(file, main, line) {
  const into = `${file}.${process.pid}`
  try {
    const { stderr } = await promisify(execFile)(process.execPath, [warmUp, file, main, into, ...line], { timeout: 60_000, killSignal: 'SIGKILL' })
    if (stderr !== '') throw new Error(`compiling ${file}: ${stderr}`)
    return deserialize(await readFile(into))
  } finally {
    await rm(into, { force: true })
  }
}

/** A line that tells what follows, then the parts. Each starts where V8 can read it in place, at a multiple of eight bytes. */
function joined(parts) {
  const head = JSON.stringify({ node: process.version, arch: process.arch, parts: parts.map(([path, { length }]) => [path, length]) })
  return Buffer.concat([Buffer.from(`${head.padEnd(Math.ceil((head.length + 1) / 8) * 8 - 1)}\n`), ...parts.map(([, code]) => code)])
}
