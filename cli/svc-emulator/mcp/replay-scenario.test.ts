import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { replayScenario } from './replay-scenario.ts'

const scenario = {
  scenario: 1,
  name: 'runs',
  about: 'Runs a program.',
  steps: [{ run: 'node -e "process.exit(0)"', expect: { exit: 0 } }],
}
let project: string
let elsewhere: string
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'svc-project-'))
  elsewhere = mkdtempSync(join(tmpdir(), 'svc-elsewhere-'))
  for (const folder of [project, elsewhere]) writeFileSync(join(folder, 'runs.scenario.json'), JSON.stringify(scenario))
  symlinkSync(join(elsewhere, 'runs.scenario.json'), join(project, 'link.scenario.json'))
  vi.spyOn(process, 'cwd').mockReturnValue(project)
})
afterEach(() => void vi.restoreAllMocks())

const ran = { ok: true, steps: '1 passed, 0 failed, 0 skipped' }
const notRun = { ok: false, steps: '0 passed, 0 failed, 1 skipped', not_run: expect.stringContaining('--allow-run') }

it('runs the programs of files in the project, and of no other document unless that is allowed', async () => {
  expect(await replayScenario(join(project, 'runs.scenario.json'), undefined, false)).toMatchObject(ran)
  expect(await replayScenario(scenario, undefined, false)).toMatchObject(notRun)
  expect(await replayScenario(join(elsewhere, 'runs.scenario.json'), undefined, false)).toMatchObject(notRun)
  expect(await replayScenario(join(project, 'link.scenario.json'), undefined, false)).toMatchObject(notRun)
  expect(await replayScenario(scenario, undefined, true)).toMatchObject(ran)
})

it('writes bundles below the project alone', async () => {
  for (const folder of [elsewhere, '..', project])
    await expect(replayScenario(scenario, folder, true)).rejects.toThrow(`expected a folder below ${project}`)
  expect(await replayScenario(scenario, join(project, 'failed'), true)).toMatchObject(ran)
})
