/**
 * Installs the plugin for pytest as a user does, from the wheel of the built package, and runs its tests. Exit code 1
 * when one failed, or when no Python here has what they need. Needs a build.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const needed = ['pip', 'setuptools', 'wheel', 'pytest', 'xdist']
const packages = 'python3-pip python3-setuptools python3-wheel python3-pytest python3-pytest-xdist'
const tests = resolve('emulator/adapters/testing/pytest/tests')
const command = resolve('dist/cli/svc-emulator.js')

// Only looked for: setuptools cannot be imported after pip.
const has = `import importlib.util as u, sys; sys.exit(not all(map(u.find_spec, ${JSON.stringify(needed)})))`

/** The Python of the path, or that of the system, which packages of Debian belong to. */
const python = ['python3', '/usr/bin/python3'].find((name) => spawnSync(name, ['-c', has]).status === 0)
if (python === undefined) {
  console.error(`test:python: no Python here has ${needed.join(', ')}: apt-get install ${packages}`)
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'svc-emulator-python-'))
try {
  const install = ['--quiet', '--root-user-action=ignore', '--no-index', '--no-deps']
  const wheel = join(
    'dist/pytest',
    readdirSync('dist/pytest').find((name) => name.endsWith('.whl')),
  )
  run(python, ['-m', 'pip', 'install', ...install, '--target', join(folder, 'site'), resolve(wheel)])
  const words = ['-m', 'pytest', '-p', 'no:cacheprovider', `--svc-command=${command}`, ...process.argv.slice(2)]
  run(python, [...words, tests])
} catch (error) {
  console.error(`test:python: ${error.message}`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true })
}

function run(program, words) {
  const path = [join(folder, 'site'), process.env['PYTHONPATH']].filter(Boolean).join(delimiter)
  const env = { ...process.env, PYTHONPATH: path, PYTHONDONTWRITEBYTECODE: '1' }
  const { status, error } = spawnSync(program, words, { cwd: folder, stdio: 'inherit', env })
  if (status !== 0) throw error ?? new Error(`${program} ${words.slice(0, 3).join(' ')} ended with exit code ${status}`)
}
