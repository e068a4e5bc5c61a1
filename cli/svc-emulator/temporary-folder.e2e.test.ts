import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-temporary-test-'))
  mkdirSync(join(folder, 'here'))
  writeFileSync(join(folder, 'a-file'), '')
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Ended {
  readonly exit: number | null
  readonly out: string
  readonly err: string
}

/** Runs the command with a TMPDIR until it ends. A command that never ends fails by the limit of the test. */
function run(argv: readonly string[], TMPDIR: string): Promise<Ended> {
  const child = spawn(process.execPath, [resolve('dist/cli/svc-emulator.js'), ...argv], {
    cwd: folder,
    env: { ...process.env, TMPDIR },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (data) => (out += data))
  child.stderr.on('data', (data) => (err += data))
  return new Promise((done) => child.once('close', (exit) => done({ exit, out, err })))
}

const program = ['--', process.execPath, '-e', '0']
const commands = [
  ['exec', '--tls', ...program],
  ['start', '--tls', '--port', '0'],
  ['explore', '--only', 'refusal', ...program],
  ['permissions', ...program],
  ['mutate', ...program],
  ['replay', 'client/whoami'],
]

it.each(commands)('ends in words where there is no folder for temporary files: %s %s', async (...argv) => {
  const { exit, out, err } = await run(argv, join(folder, 'nowhere'))
  expect(exit, err).toBeGreaterThan(0)
  expect(`${out}${err}`).toContain(
    `no folder for temporary files can be made in ${folder}/nowhere (ENOENT: no such file or directory); TMPDIR names another place`,
  )
  expect(err).not.toContain('defect')
})

it('ends in words where TMPDIR is a file', async () => {
  const { exit, err } = await run(commands[0]!, join(folder, 'a-file'))
  expect(exit).toBe(2)
  expect(err).toContain(`no folder for temporary files can be made in ${folder}/a-file (ENOTDIR: not a directory)`)
})

it('gives an absolute path where TMPDIR is a relative one, and leaves nothing there', async () => {
  const told = ['--', process.execPath, '-e', 'console.log(process.env.NODE_EXTRA_CA_CERTS)']
  const { out } = await run(['exec', '--tls', ...told], 'here')
  expect(out).toMatch(new RegExp(`^${join(folder, 'here/svc-emulator-tls-')}`))
  expect(readdirSync(join(folder, 'here'))).toEqual([])
})
