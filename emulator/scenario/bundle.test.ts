import { readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEmulator, EmulatorError } from '../index.ts'
import { VERSION } from '../contract/version.ts'
import {
  asVitest,
  createBundle,
  InProcessTarget,
  loadScenario,
  replay,
  type Bundle,
  type ReplayResult,
} from './index.ts'

const kept = join(import.meta.dirname, 'bundles')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-bundle-'))
  await writeFile(join(folder, 'base.yaml'), 'fixture: 1\nname: base\nrecords: { orgs: [{ alias: base-org }] }\n')
  await writeFile(
    join(folder, 'mine.yaml'),
    'fixture: 1\nname: mine\nincludes: [./base.yaml, starter]\nrecords: { blobs: [{ alias: mine, org: base-org }] }\n',
  )
})
afterEach(() => rm(folder, { recursive: true }))

async function failing(): Promise<{ result: ReplayResult; bundle: Bundle }> {
  const file = join(folder, 's.yaml')
  await writeFile(
    file,
    [
      'scenario: 1',
      'name: s',
      'about: Fails.',
      'world: { fixtures: [./mine.yaml], seed: 7 }',
      'steps:',
      '  - http: GET /users/me',
      '    as: svc-key-ada-admin',
      '    expect: { body: { user: { alias: ben } } }',
      '',
    ].join('\n'),
  )
  const scenario = await loadScenario(file)
  const emulator = createEmulator({ scenario })
  const result = await replay(scenario, new InProcessTarget(emulator))
  return { result, bundle: JSON.parse(JSON.stringify(createBundle(scenario, result, emulator))) as Bundle }
}

describe('a bundle', () => {
  it('holds scenario, fixtures, seed, state and journal, and no secrets in the journal', async () => {
    const { bundle } = await failing()
    expect(bundle).toMatchObject({
      bundle: 1,
      seed: 7,
      result: { ok: false },
      journal: [{ unit: 'GET /users/:user_id', caller: 'ada' }],
    })
    expect(bundle.fixtures.map(({ name }) => name)).toEqual(['base', 'starter', 'mine'])
    expect(JSON.stringify(bundle.journal)).not.toContain('svc-key-ada-admin')
    expect(createEmulator({ state: bundle.state }).world.orgs.get('base-org')).toBeDefined()
  })

  it('replays to the same result without the files it came from', async () => {
    const { bundle, result } = await failing()
    await rm(join(folder, 'mine.yaml'))
    const file = join(folder, 'run.bundle.json')
    await writeFile(file, JSON.stringify(bundle))
    const again = await replay(await loadScenario(file))
    expect(again.steps).toEqual(result.steps)
    expect(JSON.stringify(again.steps)).toContain('> x-api-key: svc-key-ada-admin')
    expect(bundle.result.steps).toEqual(result.steps)
    expect(again.ok).toBe(false)
  })

  it('that is broken is refused with its place', async () => {
    const { bundle } = await failing()
    const file = join(folder, 'run.bundle.json')
    await writeFile(file, JSON.stringify({ ...bundle, state: 3, scenario: { ...bundle.scenario, stepz: [] } }))
    await expect(loadScenario(file)).rejects.toThrow(/run\.bundle\.json:1:\d+ state: expected object, got number 3/)
    await writeFile(file, JSON.stringify({ ...bundle, scenario: { ...bundle.scenario, stepz: [] } }))
    await expect(loadScenario(file)).rejects.toThrow(EmulatorError)
    await expect(loadScenario(file)).rejects.toThrow(/run\.bundle\.json:1:\d+ scenario\.stepz: unknown field/)
  })
})

// Written by the release that had the version: when one of these loads no more, users lose what they kept.
it.each(readdirSync(kept))(
  'the bundle %s of an older release replays, and its state starts an emulator',
  async (name) => {
    const bundle = JSON.parse(await readFile(join(kept, name), 'utf8')) as Bundle
    const result = await replay(await loadScenario(join(kept, name)))
    const verdicts = (run: ReplayResult) => run.steps.map(({ reasons, status }) => [status, reasons])
    expect(verdicts(result)).toEqual(verdicts(bundle.result))
    expect(result.ok).toBe(false)
    const emulator = createEmulator({ state: bundle.state })
    expect(emulator.world.orgs.get('acme')).toBeDefined()
    expect((await emulator.fetch('/v1/users/me', { headers: { 'x-api-key': 'svc-key-ada-admin' } })).status).toBe(200)
  },
)

it('a bundle of a newer release is refused by name', async () => {
  const { bundle } = await failing()
  await expect(loadScenario({ ...bundle, bundle: 2, more: [] })).rejects.toThrow(
    'this bundle has version 2; svc-emulator ' +
      VERSION +
      ' reads version 1. Use the release that wrote it, or a newer one.',
  )
})

it('asVitest prints a test that runs and fails for the same reasons', async () => {
  const { bundle } = await failing()
  const text = asVitest(await loadScenario(bundle))
  const body = text.replaceAll(/^import .*\n/gm, '')
  const found: unknown[] = []
  let run: Promise<void> | undefined
  const names: string[] = []
  // eslint-disable-next-line no-new-func, no-implied-eval
  new Function('test', 'expect', 'loadScenario', 'replay', body)(
    (name: string, test: () => Promise<void>) => {
      names.push(name)
      run = test()
    },
    (value: unknown) => ({ toEqual: () => found.push(value) }),
    loadScenario,
    replay,
  )
  await run
  expect(names).toEqual(['s: Fails.'])
  expect(found).toEqual([['step 1, GET /users/me: body.user.alias: expected "ben", got "ada"']])
})
