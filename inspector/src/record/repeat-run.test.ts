import { expect, it } from 'vitest'
import { createEmulator } from '../../../emulator/index.ts'
import { createBundle } from '../../../emulator/scenario/bundle.ts'
import { loadScenario, replay } from '../../../emulator/scenario/index.ts'
import { bundleOfRun } from '../../../emulator/scenario/run-bundle.ts'
import { shownBundle } from '../../../emulator/scenario/shown-bundle.ts'
import { repeatRun } from './repeat-run.ts'

const step = { http: 'GET /users/me', as: 'svc-key-ada-admin', expect: { status: 404 } }

async function repeatReplay(document: object, fixtures: Parameters<typeof loadScenario>[1] = {}) {
  const loaded = await loadScenario({ scenario: 1, name: 'fails', steps: [step], ...document }, fixtures)
  const emulator = createEmulator({ scenario: loaded })
  const { scenario, shrink, shrinkCommand } = repeatRun(
    shownBundle(createBundle(loaded, await replay(loaded, emulator), emulator)),
  )
  return [scenario !== undefined, shrink !== undefined, shrinkCommand]
}

it('shrinks a replay that failed, in the page', async () => {
  expect(await repeatReplay({})).toEqual([true, true, undefined])
  expect(await repeatReplay({ steps: [{ ...step, expect: { status: 200 } }] })).toEqual([true, false, undefined])
})

it('shrinks no step that runs a program, and no test: it names the command', async () => {
  const failing = [{ run: 'svc users get me' }, step]
  expect(await repeatReplay({ steps: failing })).toEqual([
    false,
    false,
    'npx svc-emulator shrink run.bundle.json -o repro.yaml',
  ])
  const emulator = createEmulator()
  await emulator.fetch('/v1/users/me')
  const repeatTest = (problems: string[]) =>
    repeatRun(shownBundle(bundleOfRun(emulator, { name: 'a-test', about: 'A test', problems })))
  const { scenario, ...rest } = repeatTest(['expected 1, got 2'])
  expect(scenario?.steps).toHaveLength(1)
  expect(rest).toEqual({
    shrink: undefined,
    why: undefined,
    shrinkCommand: 'npx svc-emulator shrink -o repro.yaml -- <command of the test>',
  })
  expect(repeatTest([]).shrinkCommand).toBeUndefined()
})

it('hands on no scenario whose fixtures stand in the bundle alone', async () => {
  const starter = { fixture: 1, name: 'mine', records: { users: [{ alias: 'ada' }] } } as const
  const world = { world: { fixtures: ['mine'] }, steps: [{ http: 'GET /users/me', expect: { status: 404 } }] }
  expect(await repeatReplay(world, { fixtures: [starter] })).toEqual([false, true, undefined])
})
