import { execFile } from 'node:child_process'
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import chunks from './chunk-require.cjs'

const warmUp = fileURLToPath(new URL('./warm-up.cjs', import.meta.url))

/**
 * Ships a command, built as CommonJS, with what some of its lines load in one file, and with the code that this Node compiles of
 * it for each: compiling is a third of a start. The code is good for this very Node; any other, and V8 when in doubt, compiles for
 * itself. `lines`: by their first word, the words behind it.
 */
export async function shipCode(file, lines) {
  const folder = dirname(file)
  const name = basename(file, '.js')
  const main = `./${name}.main.js`
  await copyFile(file, join(folder, main))
  const joined = join(folder, `${name}.joined.js`)
  const paths = []
  for (const line of Object.entries(lines)) paths.push(...String(await warmedUp(file, main, joined, line)).split('\n'))
  await writeFile(joined, await textOf(folder, paths))
  for (const line of Object.entries(lines)) {
    await writeFile(codeFile(join(folder, name), line[0]), await warmedUp(file, main, joined, line))
  }
  const [called, words, first] = [name, Object.keys(lines), main].map((value) => JSON.stringify(value))
  await writeFile(file, `#!/usr/bin/env node\n'use strict'\n${chunks.commandText}\ncommandRequire(require, __dirname, ${called}, ${words})(${first})\n`)
}

async function textOf(folder, paths) {
  const texts = await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path), 'latin1')]))
  return chunks.joinedText(Object.fromEntries(texts))
}

/** The code of a command that this very Node compiled, for lines that start with `word`. */
export function codeFile(command, word) {
  return `${command}.${word}.${process.version}-${process.arch}.code`
}

/** What the command loaded by the end of a run, or the code that was compiled of it. */
async function warmedUp(file, main, joined, [word, rest]) {
  const into = `${file}.${process.pid}`
  try {
    const { stderr } = await promisify(execFile)(process.execPath, [warmUp, file, main, joined, into, word, ...rest], { timeout: 60_000, killSignal: 'SIGKILL' })
    if (stderr !== '') throw new Error(`compiling ${file}: ${stderr}`)
    return await readFile(into)
  } finally {
    await rm(into, { force: true })
  }
}
