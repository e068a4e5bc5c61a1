import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../peers/', import.meta.url))

/** The folder of the packages that the emulator is compared with. They are installed when the lock file asks for others than are there. */
export function peers(): string {
  if (!installed()) {
    const { status, stderr } = spawnSync(
      'npm',
      ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'],
      { encoding: 'utf8' },
    )
    if (status !== 0)
      throw new Error(
        `the peers of the benchmark cannot be installed: npm ci --prefix tools/bench/peers ended with ${status}: ${stderr.slice(-1_000)}`,
      )
  }
  return folder
}

interface Lock {
  readonly packages: Record<string, { readonly version?: string }>
}

function installed(): boolean {
  const kept = `${folder}node_modules/.package-lock.json`
  if (!existsSync(kept)) return false
  const there = lock(kept)
  return Object.entries(lock(`${folder}package-lock.json`)).every(
    ([path, { version }]) => path === '' || there[path]?.version === version,
  )
}

function lock(file: string): Lock['packages'] {
  return (JSON.parse(readFileSync(file, 'utf8')) as Lock).packages
}
