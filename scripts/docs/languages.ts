/** What of other languages this machine has: their blocks are skipped, with the reason, where it has none. */
import { spawnSync } from 'node:child_process'

/** A block that cannot be run on this machine. */
export class NotHere extends Error {}

export function hasProgram(name: string): boolean {
  return spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined
}

/** The first Python that has these modules: the one of the path, or that of the system, which packages of Debian belong to. */
export function pythonWith(modules: readonly string[]): string | undefined {
  return ['python3', '/usr/bin/python3'].find((python) => spawnSync(python, ['-c', `import ${modules.join(', ')}`], { stdio: 'ignore' }).status === 0)
}

/** They need an engine and packages from a registry: such a block is only written, and its page says so. */
export function isTestcontainers(text: string): boolean {
  return /testcontainers/i.test(text)
}
