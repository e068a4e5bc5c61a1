import { expect, it } from 'vitest'
import { createEmulator } from '../index.ts'
import { loadScenario, replay } from './index.ts'
import { bundleOfRun, nameOfRun } from './run-bundle.ts'

const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }

async function run() {
  const mine = { fixture: 1 as const, name: 'mine', records: { orgs: [{ alias: 'mine-org' }] } }
  const emulator = createEmulator({ trace: true, seed: 7, fixtures: ['starter', mine] })
  await emulator.fetch('/v1/blobs/acme', {
    method: 'POST',
    headers,
    body: JSON.stringify({ alias: 'logs', type: 'text' }),
  })
  emulator.clock.advance('5s')
  await emulator.fetch('/v1/orgs/mine-org', { headers })
  return JSON.parse(
    JSON.stringify(bundleOfRun(emulator, { name: 'a-test', about: 'A test.', problems: ['expected 1, got 2'] })),
  ) as ReturnType<typeof bundleOfRun>
}

it('plays the same requests again, from the file alone', async () => {
  const bundle = await run()
  expect(bundle.result).toMatchObject({ ok: false, problems: ['expected 1, got 2'], notes: [] })
  const again = await replay(await loadScenario(bundle))
  expect(again.steps.map(({ title, status }) => [title, status])).toEqual([
    ['POST /blobs/acme', 'passed'],
    ['clock {"advance":"5s"}', 'passed'],
    ['GET /orgs/mine-org', 'passed'],
  ])
  const changed = structuredClone(bundle) as { scenario: { steps: { expect?: { status?: number } }[] } }
  changed.scenario.steps[2]!.expect!.status = 418
  expect((await replay(await loadScenario(changed))).ok).toBe(false)
})

it('holds the journal with due work, the trace and the state', async () => {
  const { journal, trace, state } = await run()
  expect([...new Set(journal.map(({ via }) => via))]).toEqual(['http', 'test', 'time'])
  expect(trace!.map(({ entry }) => entry)).toEqual(journal.map(({ number }) => number))
  expect(trace![0]).toMatchObject({ inserted: [{ table: 'blobs' }, { table: 'operations' }] })
  expect(createEmulator({ state }).world.blobs.get('logs')).toBeDefined()
  expect(JSON.stringify([journal, trace])).not.toMatch(/svc-key-/)
})

it('without a trace it has none', () => {
  expect(bundleOfRun(createEmulator(), { name: 'a', about: 'a', problems: [] })).not.toHaveProperty('trace')
})

it.each([
  ['GET /users, twice', 'get-users-twice'],
  ['Größe > 3', 'gr-e-3'],
  ['---', 'run'],
  ['x'.repeat(200), 'x'.repeat(80)],
])('%s is named %s', (text, name) => {
  expect(nameOfRun(text)).toBe(name)
})
