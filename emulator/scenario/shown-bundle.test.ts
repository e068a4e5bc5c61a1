import { expect, it } from 'vitest'
import { createEmulator } from '../index.ts'
import { stateAt } from '../engine/trace/undo.ts'
import { createBundle } from './bundle.ts'
import { loadScenario, replay } from './index.ts'
import { bundleOfRun } from './run-bundle.ts'
import { shownBundle } from './shown-bundle.ts'

const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }

async function made() {
  const emulator = createEmulator({ trace: true })
  const create = async () => {
    const request = { method: 'POST', headers, body: '{"role":"read"}' }
    const answer = await emulator.fetch('/v1/api-keys/target/user/me', request)
    return ((await answer.json()) as { api_key: { id: string; key: string } }).api_key
  }
  const [kept, key] = [await create(), await create()]
  await emulator.fetch(`/v1/api-keys/${key.id}`, { method: 'DELETE', headers })
  const made = await emulator.fetch('/v1/users/build-bot/acting-token', { method: 'POST', headers })
  const secrets = [kept.key, key.key, ((await made.json()) as { token: string }).token]
  const bundle = bundleOfRun(emulator, { name: 'a-test', about: 'A test', problems: [`401 with ${secrets[0]!}`] })
  return { secrets, shown: shownBundle(JSON.parse(JSON.stringify(bundle)) as typeof bundle) }
}

it('has no secret of the state, of what was undone or of a message', async () => {
  const { secrets, shown } = await made()
  const text = JSON.stringify(shown)
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  expect(shown.problems).toEqual([expect.stringMatching(/^401 with stand-in-\w+-\d+$/)])
  expect(shown).toMatchObject({ svc_emulator_page: 1, name: 'a-test', about: 'A test' })
})

it('says which steps failed', () => {
  const emulator = createEmulator()
  const { result, ...bundle } = bundleOfRun(emulator, { name: 'a', about: 'a', problems: ['no clause'] })
  const step = (number: number, status: 'passed' | 'failed', ...reasons: string[]) => ({
    number,
    kind: 'http' as const,
    title: 'GET /users/me',
    status,
    reasons,
    transcript: [],
  })
  expect(
    shownBundle({
      ...bundle,
      result: { ...result, steps: [step(1, 'passed'), step(2, 'failed', 'status: expected 200, got 404')] },
    }).problems,
  ).toEqual(['Step 2, GET /users/me\nstatus: expected 200, got 404', 'no clause'])
})

it('has states in which a stand-in is a key, the same before and after', async () => {
  const { shown } = await made()
  const keys = shown.state.tables['api_keys']!.map(([, record]) => (record as unknown as { key: string }).key)
  const [keyOfAda = ''] = keys.filter((key) => key.startsWith('stand-in-api_key-'))
  for (const state of [
    shown.state,
    stateAt(shown.state, shown.undo!, 2, 'before'),
    stateAt(shown.state, shown.undo!, 2, 'after'),
  ]) {
    expect((await createEmulator({ state }).fetch('/v1/users/me', { headers: { 'x-api-key': keyOfAda } })).status).toBe(
      200,
    )
  }
  expect(stateAt(shown.state, shown.undo!, 2, 'after')!.tables['api_keys']).toHaveLength(
    shown.state.tables['api_keys']!.length + 1,
  )
})

it('has a scenario that fails again in its world', async () => {
  const loaded = await loadScenario({
    scenario: 1,
    name: 'fails',
    as: 'svc-key-ada-admin',
    steps: [{ http: 'GET /users/ben', expect: { status: 404 } }],
  })
  const emulator = createEmulator({ scenario: loaded })
  const bundle = createBundle(loaded, await replay(loaded, emulator), emulator)
  const { scenario, fixtures } = shownBundle(JSON.parse(JSON.stringify(bundle)) as typeof bundle)
  const again = await loadScenario(scenario, { fixtures })
  const { steps } = await replay(again, createEmulator({ scenario: again }))
  expect(steps.map(({ status, reasons }) => [status, reasons])).toEqual([['failed', ['status: expected 404, got 200']]])
})

it('says which trigger made the answer of a failed step', async () => {
  const loaded = await loadScenario({
    scenario: 1,
    name: 'down-once',
    as: 'svc-key-ada-admin',
    triggers: [{ name: 'down', when: { endpoint: 'GET /users/me' }, do: { fail: { status: 503 } } }],
    steps: [{ http: 'GET /users/me', expect: { status: 200 } }],
  })
  const emulator = createEmulator({ scenario: loaded })
  const { steps, problems } = shownBundle(createBundle(loaded, await replay(loaded, emulator), emulator))
  const reasons = ['status: expected 200, got 503', "injected by the trigger 'down'"]
  expect(steps.map((step) => step.reasons)).toEqual([reasons])
  expect(problems).toEqual([['Step 1, GET /users/me', ...reasons].join('\n')])
})

it('opens on the entry of the step that failed, with the steps and their entries', async () => {
  const loaded = await loadScenario({
    scenario: 1,
    name: 'who-deleted-it',
    steps: [
      { http: 'GET /users/ben', as: 'svc-key-ada-admin', expect: { status: 200 } },
      { change: { delete: { users: 'ben' } } },
      { clock: { advance: '1ms' } },
      { http: 'GET /users/ben', as: 'svc-key-ada-admin', expect: { status: 200 } },
      { http: 'GET /users/me', as: 'svc-key-ada-admin' },
    ],
  })
  const emulator = createEmulator({ scenario: loaded, trace: true })
  const result = await replay(loaded, emulator)
  const { opens, steps, journal, trace } = shownBundle(createBundle(loaded, result, emulator))
  expect(steps.map(({ number, status, entries }) => [number, status, entries])).toEqual([
    [1, 'passed', [1, 1]],
    [2, 'passed', [2, 2]],
    [3, 'passed', [3, 3]],
    [4, 'failed', [4, 4]],
    [5, 'skipped', undefined],
  ])
  expect(opens).toBe(4)
  expect(journal.map((entry) => ('did' in entry ? entry.did : entry.unit))).toEqual([
    'GET /users/:user_id',
    'step 2 of who-deleted-it: delete users ben',
    'step 3 of who-deleted-it: advance 1ms',
    'GET /users/:user_id',
  ])
  expect(trace![1]).toMatchObject({
    entry: 2,
    deleted: expect.arrayContaining([expect.objectContaining({ table: 'users' })]) as unknown,
  })
})

it('opens on the last request of a test that failed, and of a bundle that does not say which entries a step made', async () => {
  const emulator = createEmulator({ trace: true })
  await emulator.fetch('/v1/users/me', { headers })
  await emulator.fetch('/v1/users/ben', { headers })
  emulator.world.users.delete('ben')
  const bundle = bundleOfRun(emulator, { name: 'a', about: 'a', problems: ['expected 1, got 2'] })
  expect(shownBundle(bundle).opens).toBe(2)
  const step = {
    number: 1,
    kind: 'http',
    title: 'GET /users/ben',
    status: 'failed',
    reasons: [],
    transcript: [],
  } as const
  expect(shownBundle({ ...bundle, result: { ...bundle.result, steps: [step] } }).opens).toBe(2)
  expect(shownBundle({ ...bundle, result: { ...bundle.result, ok: true } }).opens).toBeUndefined()
  const known = [{ ...step, status: 'passed' as const, entries: [1, 2] as const }, step]
  expect(shownBundle({ ...bundle, result: { ...bundle.result, steps: known } }).opens).toBeUndefined()
})
