import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { packageRoot } from '../../emulator/scenario/files.ts'

const SCHEMA = join('scenarios', 'scenario.schema.json')

/**
 * First line of a scenario, which tells editors where its JSON Schema is: in the project's own copy of the package,
 * else in this one.
 */
export function schemaLine(file: string): string {
  const folder = dirname(resolve(file))
  const path = relative(real(folder), join(installedFor(folder) ?? packageRoot(), SCHEMA)).replaceAll('\\', '/')
  return `yaml-language-server: $schema=${path.startsWith('.') ? path : `./${path}`}`
}

/** Path at which an import from `folder` finds the package. */
function installedFor(folder: string): string | undefined {
  for (let at = real(folder); ; at = dirname(at)) {
    const found = join(at, 'node_modules', 'svc-emulator')
    if (existsSync(join(found, SCHEMA))) return found
    if (dirname(at) === at) return undefined
  }
}

function real(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : folder
}
