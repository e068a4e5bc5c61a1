import { expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../index.ts'
import { createBundle } from './bundle.ts'
import { loadScenario, replay } from './index.ts'
import { bundleOfRun } from './run-bundle.ts'

const mine = {
  fixture: 1 as const,
  name: 'mine',
  records: {
    api_keys: [
      { key: 'my/own key', role: 'admin' as const, target: 'user' as const, target_id: 'ada', created_by: 'ada' },
    ],
    tokens: [{ token: 'my-own-token', user: 'ben' }],
    credentials: [
      { name: 'short', value: 'pw', target: 'org' as const, target_id: 'acme', created_by: 'ada' },
      { name: 'long', value: 'a "quoted" one', target: 'org' as const, target_id: 'acme', created_by: 'ada' },
    ],
  },
}
const given = ['my/own key', 'my-own-token', 'a \\"quoted\\" one', '"pw"']
const headers = { 'x-api-key': 'my/own key', 'content-type': 'application/json' }

async function used(): Promise<{ emulator: Emulator; secrets: string[] }> {
  const emulator = createEmulator({ trace: true, fixtures: ['starter', mine] })
  const ask = async (method: string, path: string, body?: object) => {
    const response = await emulator.fetch(`/v1${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await response.json()) as { api_key: { id: string; key: string }; token: string }
  }
  const { api_key: kept } = await ask('POST', '/api-keys/target/user/me', { role: 'read', description: 'my-own-token' })
  const { api_key: gone } = await ask('POST', '/api-keys/target/user/me', { role: 'read' })
  await ask('DELETE', `/api-keys/${gone.id}`)
  const { token } = await ask('POST', '/users/build-bot/acting-token')
  await ask('POST', '/credentials/target/org/acme', { name: 'registry', value: 'Tr0ub4dor-and-3' })
  await ask('GET', `/users/${kept.key}`)
  emulator.triggers.add({
    when: { endpoint: 'GET /orgs/:org_id' },
    do: {
      insert: { api_keys: { key: 'of-a-trigger', role: 'read', target: 'org', target_id: 'acme', created_by: 'ada' } },
    },
  } as never)
  return { emulator, secrets: [...given, kept.key, gone.key, token, 'Tr0ub4dor-and-3'] }
}

it('are in a bundle of a run in place of every secret, and it plays the same', async () => {
  const { emulator, secrets } = await used()
  const bundle = bundleOfRun(emulator, { name: 'a-test', about: 'A test', problems: [`401 with ${secrets[0]!}`] })
  const text = JSON.stringify(bundle)
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  expect(bundle.result.problems).toEqual([expect.stringMatching(/^401 with stand-in-api_key-\d+$/)])
  const again = await replay(await loadScenario(JSON.parse(text) as object))
  expect(again.steps.flatMap(({ reasons }) => reasons)).toEqual([])
  const downloaded = await (await emulator.fetch('/__emulator/bundle')).text()
  expect(secrets.filter((secret) => downloaded.includes(secret))).toEqual([])
  const steps = (await replay(await loadScenario(JSON.parse(downloaded) as object))).steps
  expect(steps.flatMap(({ reasons }) => reasons)).toEqual([])
})

const scenario = {
  scenario: 1,
  name: 'with-keys',
  as: 'svc-key-ada-admin',
  steps: [
    {
      http: 'GET /api-keys/target/user/me',
      expect: { body: { api_keys: { contains: { key_prefix: 'svc-key-***' } } } },
    },
    { http: 'GET /users/me', as: { bearer: 'svc-token-ada' }, expect: { body: { user: { alias: 'ben' } } } },
  ],
}

it('are in a bundle of a replay, whose callers are named keys that another emulator has, too', async () => {
  const loaded = await loadScenario(scenario)
  const emulator = createEmulator({ scenario: loaded })
  const result = await replay(loaded, emulator)
  const bundle = JSON.parse(JSON.stringify(createBundle(loaded, result, emulator))) as object
  expect(bundle).toMatchObject({
    scenario: { as: 'svc-key-ada-admin', steps: [{}, { as: { bearer: 'svc-token-ada' } }] },
  })
  const again = await loadScenario(bundle)
  for (const target of [undefined, createEmulator()]) {
    const { steps } = await replay(again, target)
    expect(steps.map(({ reasons }) => reasons)).toEqual(result.steps.map(({ reasons }) => reasons))
  }
})
