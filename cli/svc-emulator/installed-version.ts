import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

/** The version of a package that a file in the folder would import; null where there is none. */
export function installedVersion(name: string, folder: string): string | null {
  const folders = createRequire(resolve(folder, 'package.json')).resolve.paths(name) ?? []
  for (const each of folders) {
    try {
      const { version } = JSON.parse(readFileSync(join(each, name, 'package.json'), 'utf8')) as { version: string }
      return version
    } catch {
      // Not in this folder: Node looks in the next one, too.
    }
  }
  return null
}
