import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { executable } from '../../emulator/scenario/held-files.ts'
import { packageRoot } from '../../emulator/scenario/files.ts'

const SCHEMA = join('scenarios', 'scenario.schema.json')

/** Where a running emulator serves it, for the single executable, which has no files. */
const SERVED = 'http://127.0.0.1:4010/__emulator/scenario.schema.json'

/**
 * First line of a scenario, which tells editors where its JSON Schema is: in the project's own copy of the package,
 * else in this one, else on a running server.
 */
export function schemaLine(file: string): string {
  const folder = dirname(resolve(file))
  const found = installedFor(folder) ?? (executable !== undefined ? undefined : packageRoot())
  const path = found && relative(real(folder), join(found, SCHEMA)).replaceAll('\\', '/')
  return `yaml-language-server: $schema=${path === undefined ? SERVED : path.startsWith('.') ? path : `./${path}`}`
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
