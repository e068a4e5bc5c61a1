import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isPath, shippedScenarios } from '../../emulator/scenario/files.ts'
import { unreadable } from '../../emulator/scenario/unreadable.ts'
import { ClientError } from '../shared/client-error.ts'

/** Files and names that command-line arguments stand for: a folder stands for the scenarios in it, none for all that are shipped. */
export function sourcesOf(given: readonly string[]): string[] {
  const found = given.length === 0 ? shippedScenarios().map(({ file }) => file) : given.flatMap(inFolder)
  if (found.length === 0) throw new ClientError('INPUT_INVALID', given.length === 0 ? 'no scenarios are shipped with this package' : `no scenario files in ${given.join(', ')}`)
  return found
}

function inFolder(source: string): string[] {
  if (!isFolder(source) || (!isPath(source) && isShipped(source))) return [source]
  return filesBelow(source).filter((file) => /\.(?:ya?ml|bundle\.json)$/.test(file)).toSorted()
    .map((file) => join(source, file))
}

/** What cannot be looked at is no folder: whoever reads it says why. */
function isFolder(source: string): boolean {
  try {
    return statSync(source).isDirectory()
  } catch {
    return false
  }
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true }) as string[]
  } catch (error) {
    throw new ClientError('INPUT_INVALID', unreadable(folder, error as NodeJS.ErrnoException))
  }
}

function isShipped(name: string): boolean {
  return shippedScenarios().some((scenario) => scenario.name === name)
}
