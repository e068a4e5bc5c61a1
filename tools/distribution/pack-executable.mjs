/**
 * Tries `executable/svc-emulator` in an empty folder without Node on the path, and packs it with its licences, as a release has it:
 * `executable/svc-emulator-1.2.3-linux-x64.tar.gz`. Needs `npm run executable`.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('../..', import.meta.url)))
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const name = process.platform === 'win32' ? 'svc-emulator.exe' : 'svc-emulator'
const program = resolve('executable', name)
const folder = mkdtempSync(join(tmpdir(), 'svc-executable-'))
// No Node and no credentials of this machine. Windows writes PATH as it likes.
const surroundings = Object.entries(process.env).filter(([variable]) => variable.toUpperCase() !== 'PATH')
const env = { ...Object.fromEntries(surroundings), HOME: folder, USERPROFILE: folder }

try {
  expectOutput(version, '--version')
  // The server and a client of it, both in the file.
  expectOutput('"ada"', 'exec', '--', program, 'svc', 'whoami', '--json')
  const system = { darwin: 'macos', win32: 'windows' }[process.platform] ?? process.platform
  const archive = `svc-emulator-${version}-${system}-${process.arch}.tar.gz`
  execFileSync('tar', ['-czf', archive, name, 'LICENCES.txt'], { cwd: 'executable', stdio: 'inherit' })
  console.log(`executable/${archive}`)
} catch (error) {
  console.error(`pack-executable: ${error.message}`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

function expectOutput(expected, ...words) {
  const printed = execFileSync(program, words, { cwd: folder, env, encoding: 'utf8' })
  if (!printed.includes(expected)) throw new Error(`${name} ${words.join(' ')} printed: ${printed}`)
}
