import { expect, it } from 'vitest'
import { createEmulator } from '../host/emulator.ts'
import { startServer } from '../adapters/node/server.ts'
import { replay, transcriptOf, type ReplayResult, type Scenario } from './index.ts'
import { findNamedKey, secretsIn } from './keys.ts'
import { loadScenario } from './load.ts'
import { runningEmulator } from './targets/running-emulator.ts'
import { validate } from './validate.ts'
import { hostOf } from '../host/instance-of.ts'

const scenario: Scenario = {
  scenario: 1,
  name: 'named-keys',
  about: 'Callers are named, their secrets are not.',
  keys: {
    'ada-admin': { user: 'ada', role: 'admin' },
    'acme-write': { target: 'org', target_id: 'acme' },
    'ben-token': { kind: 'token', user: 'ben' },
    acting: { kind: 'token', user: 'build-bot', human: 'ada' },
  },
  steps: [
    { http: 'GET /users/me', as: 'ada-admin', expect: { body: { user: { alias: 'ada' } } } },
    { http: 'GET /users/me', as: { bearer: 'ben-token' }, expect: { body: { user: { alias: 'ben' } } } },
    { http: 'GET /users/me', as: { bearer: 'acting' }, expect: { body: { user: { alias: 'build-bot' } } } },
    { http: 'GET /users/me/orgs', as: 'acme-write', expect: { error: 'forbidden' } },
    { call: 'workflow.list_sessions', params: { org_id: 'acme' } },
  ],
}

const reasons = ({ steps }: ReplayResult): string[] => steps.flatMap((step) => step.reasons)

it('are found in the world, in process and on a running emulator', async () => {
  const here = await replay(scenario)
  expect(reasons(here)).toEqual([])
  await using server = await startServer()
  const loaded = await loadScenario(scenario)
  const target = await runningEmulator({ apiUrl: server.url }, loaded)
  const there = await replay(loaded, target)
  expect(reasons(there)).toEqual([])
  for (const result of [here, there]) expect(transcriptOf([result])).not.toMatch(/svc-(?:key|token)-/)
})

it('come from outside where there is no world, and a step that needs one without a secret fails by its name', async () => {
  await using server = await startServer()
  const steps = scenario.steps!.slice(0, 1)
  expect(
    reasons(await replay({ ...scenario, steps }, { apiUrl: server.url, keys: { 'ada-admin': 'svc-key-ada-admin' } })),
  ).toEqual([])
  const without = "there is no secret for the key 'ada-admin'; give it with --api-key-env ada-admin=VARIABLE"
  expect(reasons(await replay({ ...scenario, steps }, server.url))).toEqual([without])
  expect(reasons(await replay({ ...scenario, keys: { 'ada-admin': {} }, steps }))).toEqual([without])
})

it('every secret of the starter world is named by fields that find it again', () => {
  const { world } = hostOf(createEmulator())
  const secrets = [
    ...Array.from(world.api_keys.rows(), ({ record }) => record.key),
    ...Array.from(world.tokens.rows(), ({ record }) => record.token),
  ]
  expect(secrets).toHaveLength(9)
  for (const secret of secrets) expect(secretsIn(world, { it: findNamedKey(world, secret)! })).toEqual({ it: secret })
  expect(findNamedKey(world, 'svc-key-nobody')).toBeUndefined()
  expect(secretsIn(world, { it: { user: 'ada' }, other: {} }, { other: 'x', stranger: 'y' })).toEqual({
    it: 'svc-key-ada-admin',
    other: 'x',
  })
})

it('a key that the world does not have is found before anything is played', async () => {
  const { problems } = await validate({ ...scenario, keys: { ...scenario.keys, lost: { user: 'ben', role: 'read' } } })
  expect(problems).toMatchObject([{ path: ['keys', 'lost'], message: 'this world has no such API key' }])
})
