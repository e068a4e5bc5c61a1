/** Other languages on this machine. Blocks of missing languages are skipped, with the reason. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A block that cannot be run on this machine. */
export class NotHere extends Error {}

export function hasProgram(name: string): boolean {
  return spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined
}

/** The first Python that has these modules: the one of the path, or that of the system, which packages of Debian belong to. */
export function pythonWith(modules: readonly string[]): string | undefined {
  return ['python3', '/usr/bin/python3'].find(
    (python) => spawnSync(python, ['-c', `import ${modules.join(', ')}`], { stdio: 'ignore' }).status === 0,
  )
}

/** Where Debian keeps the sources of Go modules, and what it has of them: nothing is fetched. */
const goSources = '/usr/share/gocode/src'
const sockets = 'github.com/gorilla/websocket'

/** For `go mod edit`: the modules of the pages are those of Debian. */
export const goModules = `-require ${sockets}@v1.5.0 -replace ${sockets}=${goSources}/${sockets}`

/** Why a file of Go cannot be run on this machine. */
export function goProblem(text: string): string | undefined {
  // `--version` is no flag of it.
  if (spawnSync('go', ['version'], { stdio: 'ignore' }).error !== undefined) return 'no go'
  return text.includes(`"${sockets}"`) && !existsSync(join(goSources, sockets)) ? `no ${sockets} of Debian` : undefined
}

/** They need an engine and packages from a registry: such a block is only written, and its page says so. */
export function isTestcontainers(text: string): boolean {
  return /testcontainers/i.test(text)
}
