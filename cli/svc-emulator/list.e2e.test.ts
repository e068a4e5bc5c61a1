import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'

const command = 'dist/cli/svc-emulator.js'
const list = (...args: string[]): string =>
  execFileSync(process.execPath, [command, 'list', ...args], { encoding: 'utf8' })

let plain: string
let json: string
beforeAll(() => {
  plain = list()
  json = list('--json')
})

it('names every shipped scenario and fixture, one line each', () => {
  const files = (readdirSync('scenarios', { recursive: true }) as string[]).filter((file) => file.endsWith('.yaml'))
  const lines = plain.trimEnd().split('\n')
  expect(lines.filter((line) => / {2}scenario {2}\S/.test(line)).map((line) => line.split(' ')[0])).toEqual(
    files.map((file) => file.replace('.yaml', '')).toSorted(),
  )
  expect(lines.filter((line) => / {2}fixture {3}\S/.test(line)).map((line) => line.split(' ')[0])).toEqual([
    'large',
    'starter',
  ])
  expect(lines).toHaveLength(files.length + 2)
})

it('gives the same as JSON', () => {
  const { scenarios, fixtures } = JSON.parse(json) as Record<string, { name: string; about: string; needs: string[] }[]>
  for (const { about, needs } of scenarios!)
    expect(plain).toContain(`${about}${needs.length === 0 ? '' : ` Needs an emulator (${needs.join(', ')}).`}\n`)
  expect(scenarios!.some(({ needs }) => needs.length > 0)).toBe(true)
  expect(scenarios!.some(({ needs }) => needs.length === 0)).toBe(true)
  expect(fixtures!.map(({ name }) => name)).toEqual(['large', 'starter'])
})

it('pipes: a reader that has seen enough is no failure', () => {
  const { status, stderr, stdout } = spawnSync(
    'bash',
    ['-o', 'pipefail', '-c', `'${process.execPath}' ${command} list | head -1`],
    { encoding: 'utf8' },
  )
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain('  scenario  ')
  expect(json).not.toContain('\u001B')
})

it.runIf(existsSync('/dev/full'))('says so where the disk is full', () => {
  const full = openSync('/dev/full', 'w')
  const { status, stderr } = spawnSync(process.execPath, [command, 'list'], {
    encoding: 'utf8',
    stdio: ['ignore', full, 'pipe'],
  })
  closeSync(full)
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'svc-emulator: nothing more can be written to stdout: ENOSPC: no space left on device, write\n',
  })
})
