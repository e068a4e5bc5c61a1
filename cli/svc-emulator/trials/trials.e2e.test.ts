import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { run } from '../../../tests/helpers/cli/in-process.ts'
import { svcEmulator } from '../program.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-trials-'))
  writeFileSync(join(folder, 'agent.mjs'), agent)
  writeFileSync(join(folder, 'task.yaml'), task)
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Creates an organization twice where the id of the first begins with a digit: as good as chance, by the seed. */
const agent = `
const { SVC_API_URL: url, SVC_API_KEY: key, MODEL_KEY: model = 'none' } = process.env
const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', 'X-Model': model }
const create = async () => (await (await fetch(url + '/orgs', { method: 'POST', headers, body: '{"name":"Night shift"}' })).json()).org
const { id } = await create()
if (/^[0-7]/.test(id)) await create()
console.log('Done, with', model)`

const task = `scenario: 1
name: task
about: One organization.
as: svc-key-ada-admin
steps:
  - run: node \${scenario_folder}/agent.mjs
    expect: { stdout: { contains: Done }, records: [{ table: orgs, match: { name: Night shift }, count: 1 }] }
`

const trials = (flags: readonly string[], env: Record<string, string> = {}) =>
  run(svcEmulator, ['replay', join(folder, 'task.yaml'), ...flags], folder, { env })

it('plays a scenario in a fresh world for each seed, and groups what was wrong', async () => {
  const { exit, stdout, stderr } = await trials(['--trials', '6'])
  const [, passed] = /^task: (\d) of 6 passed; pass\^1 [\d.]+, pass\^2 [\d.<>]+, pass\^4 [\d.<>]+$/m.exec(stdout) ?? []
  expect([1, 2, 3, 4, 5]).toContain(Number(passed))
  expect(stdout).toContain('    records[0].count: expected 1 of orgs with {"name":"Night shift"}, got 2\n')
  expect({ exit, stderr }).toEqual({ exit: 1, stderr: `svc-emulator: ${6 - Number(passed)} of 6 trials failed\n` })
  expect((await trials(['--seeds', '1..6', '--jobs', '2'])).stdout).toBe(stdout)
})

it('gives JSON with the bundle of each failure, and hides the value of a variable everywhere', async () => {
  const secret = 'sk-model-0123456789'
  const kept = join(folder, 'kept')
  const flags = ['--seeds', '1..6', '--reporter', 'json', '--env', 'MODEL_KEY', '--bundle-on-failure', kept]
  const { stdout, stderr } = await trials(flags, { MODEL_KEY: secret })
  const { runs } = JSON.parse(stdout) as { runs: { seed: number; ok: boolean; bundle?: string }[] }
  const failed = runs.filter(({ ok }) => !ok)
  expect(failed.length).toBeGreaterThan(0)
  for (const { seed, bundle } of failed) {
    expect(bundle).toBe(join(kept, `seed-${seed}`, 'task.bundle.json'))
    const text = readFileSync(bundle!, 'utf8')
    expect(text).toContain('Done, with <MODEL_KEY>')
    expect(text).not.toContain(secret)
  }
  expect(stdout + stderr).not.toContain(secret)
})

it('hides the value in a replay without trials, too', async () => {
  const file = join(folder, 'run.txt')
  const env = { MODEL_KEY: 'sk-model-0123456789' }
  const { stdout } = await trials(['--env', 'MODEL_KEY', '--transcript', file], env)
  expect(readFileSync(file, 'utf8')).toContain('Done, with <MODEL_KEY>')
  expect(stdout).not.toContain(env.MODEL_KEY)
})

it.each([
  [['--trials', '2', '--seeds', '1..2'], '--trials and --seeds both say how often: give one'],
  [['--trials', '2', '--target', 'http://127.0.0.1:9/v1'], '--trials begins worlds in process'],
  [['--trials', '2', '--mutate'], '--trials begins worlds in process'],
  [['--trials', '2', '--reporter', 'tap'], "--trials reports as pretty or json; it was 'tap'"],
  [['--trials', '0'], '--trials takes'],
  [['--seeds', '3..1'], "--seeds takes seeds such as 1..8 or 3,5,9; it was '3..1'"],
  [['--seeds', '1,1'], '--seeds names 1 twice'],
  [['--env', 'MODEL_KEY'], '--env names the variable MODEL_KEY, which is not set'],
  [['--jobs', '2'], '--jobs requires --trials or --seeds'],
])('refuses %j', async (flags, message) => {
  const { exit, stderr } = await trials(flags)
  expect({ exit, stderr }).toEqual({ exit: 2, stderr: expect.stringContaining(message) })
})
