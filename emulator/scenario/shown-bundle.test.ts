import { expect, it } from 'vitest'
import { createEmulator } from '../index.ts'
import { stateAt } from '../engine/trace/undo.ts'
import { bundleOfRun } from './run-bundle.ts'
import { shownBundle } from './shown-bundle.ts'

const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }

async function made() {
  const emulator = createEmulator({ trace: true })
  const { api_key: key } = (await (
    await emulator.fetch('/v1/api-keys/target/user/me', { method: 'POST', headers, body: '{"role":"read"}' })
  ).json()) as { api_key: { id: string; key: string } }
  await emulator.fetch(`/v1/api-keys/${key.id}`, { method: 'DELETE', headers })
  const secrets = [
    ...emulator.world.api_keys.list().map((each) => each.key),
    ...emulator.world.tokens.list().map(({ token }) => token),
    key.key,
  ]
  const bundle = bundleOfRun(emulator, { name: 'a-test', about: 'A test', problems: [`401 with ${secrets[0]!}`] })
  return { secrets, shown: shownBundle(JSON.parse(JSON.stringify(bundle)) as typeof bundle) }
}

it('has no secret of the state, of what was undone or of a message', async () => {
  const { secrets, shown } = await made()
  const text = JSON.stringify(shown)
  expect(secrets.length).toBeGreaterThan(5)
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  expect(shown.problems).toEqual([expect.stringMatching(/^401 with stand-in-api_key-\d+$/)])
  expect(shown).toMatchObject({ svc_emulator_page: 1, name: 'a-test', about: 'A test' })
  expect(shown).not.toHaveProperty('scenario')
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
  const keyOfAda = () => {
    const [, key] = shown.state.tables['api_keys']!.find(
      ([, record]) => (record as { key_prefix?: string }).key_prefix === 'svc-key-***',
    )!
    return (key as unknown as { key: string }).key
  }
  for (const state of [
    shown.state,
    stateAt(shown.state, shown.undo!, 1, 'before'),
    stateAt(shown.state, shown.undo!, 1, 'after'),
  ]) {
    expect(
      (await createEmulator({ state }).fetch('/v1/users/me', { headers: { 'x-api-key': keyOfAda() } })).status,
    ).toBe(200)
  }
  expect(stateAt(shown.state, shown.undo!, 1, 'after')!.tables['api_keys']).toHaveLength(
    shown.state.tables['api_keys']!.length + 1,
  )
})
