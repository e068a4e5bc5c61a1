import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'

/**
 * The shipped scenarios, read once at build time, so that replaying the whole library needs no YAML parser. Each goes with the
 * digest of the text it was read from: a file that was edited since is read for itself.
 */
export async function compiledScenarios(folder = 'scenarios') {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.yaml')).toSorted((a, b) => (a < b ? -1 : 1))
  return JSON.stringify(Object.fromEntries(await Promise.all(files.map(async (file) => {
    const text = await readFile(join(folder, file), 'utf8')
    return [file.replaceAll('\\', '/'), { sha256: createHash('sha256').update(text).digest('base64url'), value: parse(text, { merge: true }) }]
  }))))
}
