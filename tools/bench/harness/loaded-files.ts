import { mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toEnd } from './processes.ts'

/** Writes down what is loaded as a module: by `import` statements, and by `import()` of a name that is only known when it runs. */
const hooks = `
import { appendFileSync } from 'node:fs'
let file
export function initialize(data) { file = data }
export function load(url, context, next) {
  if (url.startsWith('file:')) appendFileSync(file, url + '\\n')
  return next(url, context)
}`

/** The files that Node, or another of its versions, loads for a program, without its own: what it really reads, not what can be seen in the text. */
export async function loadedFiles(program: string, node = process.execPath): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-loaded-'))
  const [hook, list, runner] = ['hook.mjs', 'list.txt', 'runner.mjs'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(hook, hooks)
  writeFileSync(list, '')
  writeFileSync(
    runner,
    `
import { createRequire, register } from 'node:module'
import { appendFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
register(pathToFileURL(${JSON.stringify(hook)}), { data: ${JSON.stringify(list)} })
await import(pathToFileURL(${JSON.stringify(program)}).href)
// What CommonJS requires passes no hook.
appendFileSync(${JSON.stringify(list)}, Object.keys(createRequire(import.meta.url).cache).map((path) => pathToFileURL(path).href + '\\n').join(''))
process.exit()
`,
  )
  await toEnd(node, [runner])
  const own = realpathSync(program)
  const files = [
    ...new Set(
      readFileSync(list, 'utf8')
        .split('\n')
        .filter((url) => url !== '')
        .map((url) => realpathSync(new URL(url))),
    ),
  ].filter((file) => file !== own)
  if (files.length === 0) throw new Error(`${program} loads nothing: the hook saw no module`)
  return files
}
