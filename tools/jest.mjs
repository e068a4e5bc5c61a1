/**
 * Installs the packed package into tests/jest and uses it there as Jest projects do: CommonJS, ts-jest, modules, with msw; and has
 * TypeScript resolve its types in each way that it knows. Exit code 1 when one failed. Needs a build.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pack } from './pack.mjs'

const project = fileURLToPath(new URL('../tests/jest', import.meta.url))
const installed = join(project, 'node_modules/svc-emulator')
const folder = mkdtempSync(join(tmpdir(), 'svc-emulator-jest-'))

function run(command, words, env = {}) {
  execFileSync(command, words, { cwd: project, stdio: 'inherit', env: { ...process.env, ...env } })
}

try {
  rmSync(installed, { recursive: true, force: true })
  mkdirSync(installed, { recursive: true })
  run('tar', ['-xzf', pack(folder), '-C', installed, '--strip-components=1'])
  run('npx', ['jest', '--ci', '--selectProjects', 'commonjs', 'bare', 'ts-jest', 'msw'])
  run('npx', ['jest', '--ci', '--selectProjects', 'modules'], { NODE_OPTIONS: '--experimental-vm-modules' })
  for (const [module, resolution] of [
    ['commonjs', 'node10'],
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    run('npx', ['tsc', '-p', 'ts-jest', '--noEmit', '--module', module, '--moduleResolution', resolution])
    console.log(`ok      types with ${module} and ${resolution}`)
  }
} finally {
  rmSync(folder, { recursive: true })
}
