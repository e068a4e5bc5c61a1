import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const packages = ['vitest', 'msw', '@msw/data']
const peers = join(root, 'tools', 'bench', 'peers')

/** A user's project in the folder for temporary files: the built package, and beside it what it is compared with. Gives the folder. */
export function userProject(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-project-'))
  const modules = join(folder, 'node_modules')
  for (const part of ['dist', 'fixtures', 'scenarios', 'package.json'])
    cpSync(join(root, part), join(modules, 'svc-emulator', part), { recursive: true })
  for (const name of packages) link(join(root, 'node_modules', name), join(modules, name))
  if (!existsSync(join(peers, 'node_modules')))
    execFileSync('npm', ['ci', '--prefix', peers, '--ignore-scripts', '--no-audit', '--no-fund'], { stdio: 'ignore' })
  for (const name of ['json-server', 'nock', '.bin/json-server'])
    link(join(peers, 'node_modules', name), join(modules, name))
  link(join(modules, 'svc-emulator', 'dist', 'cli', 'svc-emulator.js'), join(modules, '.bin', 'svc-emulator'))
  const all: Record<string, string> = {
    'package.json': '{ "name": "user-project", "private": true, "type": "module" }\n',
    ...files,
  }
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text)
  return folder
}

function link(target: string, path: string): void {
  if (!existsSync(target)) throw new Error(`${target} is missing`)
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}
