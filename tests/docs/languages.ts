/** Other languages on this machine. Blocks of missing languages are skipped, with the reason. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A block that cannot be run on this machine. */
export class NotHere extends Error {}

export function hasProgram(name: string): boolean {
  return spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined
}

// Modules that the page of Python uses, and those that install the plugin without a network.
const modules = ['pytest', 'requests', 'websockets', 'pip', 'setuptools', 'wheel']
const hasModules = `import importlib.util as u, sys; sys.exit(not all(map(u.find_spec, ${JSON.stringify(modules)})))`

/** The Python of the path, or that of the system, which packages of Debian belong to. */
const python = ['python3', '/usr/bin/python3'].find(
  (name) => spawnSync(name, ['-c', hasModules], { stdio: 'ignore' }).status === 0,
)

/** Why a line or a file of Python cannot be run on this machine. */
export function pythonProblem(): string | undefined {
  return python === undefined ? `no Python with ${modules.join(', ')}` : undefined
}

/** Has `pip` install into a folder of the project, without a network, and `python3` find what is there. */
export function installPython(standIn: (name: string, lines: string) => void): void {
  if (python === undefined) return
  const offline = '--quiet --root-user-action=ignore --no-index --no-build-isolation --no-deps'
  standIn('pip', `exec '${python}' -m pip "$1" ${offline} --target .python "$2"`)
  standIn('python3', `PYTHONPATH=$PWD/.python\${PYTHONPATH:+:$PYTHONPATH} exec '${python}' "$@"`)
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
