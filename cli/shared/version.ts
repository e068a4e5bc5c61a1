import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The version of the package that this file is part of, whether it runs from source or built. */
export function packageVersion(): string {
  for (let directory = dirname(fileURLToPath(import.meta.url)); ; directory = dirname(directory)) {
    const version = versionIn(join(directory, 'package.json'))
    if (version !== undefined) return version
    if (directory === dirname(directory)) throw new Error('package.json of svc-emulator is missing')
  }
}

function versionIn(file: string): string | undefined {
  try {
    const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string }
    return name === 'svc-emulator' ? version : undefined
  } catch {
    return undefined
  }
}
