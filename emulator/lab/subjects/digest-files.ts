import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { promisify } from 'node:util'

/**
 * Digests of all files below a folder by their names, without `node_modules`, `.git` and what git ignores, and of files
 * and folders that are named, wherever they are. Reports that `--since` can read and lean files are left out.
 *
 * @param left files that are left out, and folders of which saved findings are
 */
export async function digestFiles(
  folder: string,
  named: readonly string[],
  left: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const own = await Promise.all(left.map((path) => realpath(resolve(folder, path)).catch(() => '')))
  const seen = new Set<string>()
  const found = new Map<string, string>()
  for (const root of ['.', ...named]) {
    const path = resolve(folder, root)
    for (const each of await listEntries(path))
      for await (const file of filesIn(each, seen)) {
        const content = await readFile(file).catch(() => Buffer.from('it cannot be read'))
        const real = await realpath(file).catch(() => file)
        const isSaved = own.some((path) => path !== '' && real.startsWith(`${path}${sep}`))
        if (
          own.includes(real) ||
          isReport(file, content) ||
          (isSaved && content.subarray(0, FOUND.length).toString() === FOUND)
        )
          continue
        found.set(relative(folder, file), digest(content))
      }
  }
  return new Map(Array.from(found).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Digest, short enough that a report can hold that of each file. */
export function digest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32)
}

/** Beginning of a scenario that `explore --save` wrote. */
const FOUND = '# Found by exploring'

/**
 * True for a JSON report with `restsOn`, and for a lean file: the lab writes and reads them, and no run does. A shell
 * makes the file of `> last.json` before the report is there.
 */
function isReport(file: string, content: Uint8Array): boolean {
  if (!file.endsWith('.json')) return false
  const text = Buffer.from(content).toString()
  return text === '' || /^\{\s*"leans": 1,/.test(text) || /^  "restsOn": \{$/m.test(text)
}

const isOwn = (name: string): boolean => !['node_modules', '.git'].includes(name)

/** Lists a folder as git has it; of any other path the path itself. */
async function listEntries(path: string): Promise<string[]> {
  if ((await stat(path).catch(() => undefined))?.isDirectory() !== true) return [path]
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout } = await promisify(execFile)('git', args, { cwd: path, maxBuffer: Infinity }).catch(() => ({
    stdout: '',
  }))
  const names = stdout.split('\0').filter((name) => name !== '' && name.split('/').every(isOwn))
  // Git lists nothing in a folder that it ignores, or that is in no repository.
  return names.length === 0 ? [path] : names.map((name) => join(path, name))
}

/** The file with a path, or the files below it. A link is what it leads to. */
async function* filesIn(path: string, seen: Set<string>): AsyncGenerator<string> {
  const real = await realpath(path).catch(() => '')
  if (real === '' || seen.has(real)) return
  seen.add(real)
  const entry = await stat(real)
  if (entry.isFile()) yield path
  else if (entry.isDirectory())
    for (const name of (await readdir(real)).filter(isOwn)) yield* filesIn(join(path, name), seen)
}
