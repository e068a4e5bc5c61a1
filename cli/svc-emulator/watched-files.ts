import { isPath } from '../../emulator/scenario/files.ts'
import { usageError } from '../shared/client-error.ts'
import type { ServeSettings } from './start-options.ts'
import { ownCommand } from '../../emulator/engine/checking/own-command.ts'

/** Files that the flags name, for `--watch`. Throws a usage error if only shipped names were given. */
export function watchedFiles({ scenario, fixtures = [] }: Pick<ServeSettings, 'scenario' | 'fixtures'>): string[] {
  const files = [scenario, ...fixtures].filter((name) => name !== undefined && isPath(name)) as string[]
  if (files.length > 0) return files
  throw usageError(`--watch needs a scenario or fixture file to watch: ${ownCommand} start ./scenario.yaml --watch`)
}
