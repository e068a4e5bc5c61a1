import { expect, it } from 'vitest'
import { makeEnvironment, type Action } from './index.ts'

const records = [
  { table: 'orgs', match: { name: 'Night shift' }, count: 1 },
  { table: 'orgs', match: { name: 'Day shift' }, count: 1 },
] as const

/** A task of two organizations; `more` replaces parts of it. */
const task = (more: object = {}) => ({
  scenario: 1,
  name: 'two-orgs',
  about: 'Two organizations.',
  as: 'svc-key-ada-admin',
  steps: [{ run: 'node agent.mjs', expect: { records } }],
  ...more,
})

const create = (name: string): Action => ({ method: 'POST', path: '/orgs', body: { name } })

it('rewards the share of the expectations that hold, and is done when all do', async () => {
  const environment = await makeEnvironment({ scenario: task() })
  expect(environment.reset(3)).toEqual({
    observation: { scenario: 'two-orgs', about: 'Two organizations.' },
    reward: null,
    done: false,
  })
  expect(await environment.step({ path: '/v1/users/me' })).toMatchObject({
    observation: { outcome: 'answered', status: 200, body: { user: { alias: 'ada' } } },
    reward: 0,
    done: false,
  })
  expect(await environment.step(create('Night shift'))).toMatchObject({ reward: 0.5, done: false })
  expect(environment.grade()).toEqual({
    reward: 0.5,
    expectations: [
      { ...records[0], holds: true },
      {
        ...records[1],
        holds: false,
        says: 'records[1].count: expected 1 of orgs with {"name":"Day shift"}, got 0',
      },
    ],
  })
  expect(await environment.step(create('Day shift'))).toMatchObject({ reward: 1, done: true })
  expect(environment.state()).toMatchObject({ episode_id: 'two-orgs-3', step_count: 3, seed: 3, done: true, reward: 1 })
  await expect(environment.step(create('Day shift'))).rejects.toThrow('step: the episode is over')
})

it('takes a reward back for what is done twice', async () => {
  const environment = await makeEnvironment({ scenario: task() })
  environment.reset()
  await environment.step(create('Night shift'))
  expect(await environment.step(create('Night shift'))).toMatchObject({ reward: 0, done: false })
})

it('begins each episode in the same world, and draws by its seed', async () => {
  const environment = await makeEnvironment({ scenario: task({ chaos: { rate: '50%', on: 'writes' } }) })
  const play = async (seed: number) => {
    environment.reset(seed)
    const steps = []
    for (let n = 0; n < 6; n++) steps.push(await environment.step(create('Night shift')))
    return JSON.stringify(steps)
  }
  const first = await play(1)
  expect(await play(2)).not.toBe(first)
  expect(await play(1)).toBe(first)
})

it('calls commands, and lets headers stand for another caller or none', async () => {
  const environment = await makeEnvironment({ scenario: task() })
  environment.reset()
  const listed = await environment.step({ command: 'workflow.list_sessions', params: { org_id: 'acme' } })
  expect(listed.observation).toMatchObject({ outcome: 'answered', result: { sessions: expect.any(Array) } })
  const refused = await environment.step({ command: 'workflow.list_sessions', params: {} })
  expect(refused.observation).toMatchObject({ code: -32602 })
  const asBen = await environment.step({ path: '/users/me', headers: { 'X-API-Key': 'svc-key-ben-admin' } })
  expect(asBen.observation).toMatchObject({ body: { user: { alias: 'ben' } } })
  const again = await environment.step({ path: '/users/me' })
  expect(again.observation).toMatchObject({ body: { user: { alias: 'ada' } } })
})

it('shows answers that are lost, and no way to its own control', async () => {
  const triggers = [{ when: { endpoint: 'POST /orgs', nth: 1 }, do: { lose_response: true } }]
  const environment = await makeEnvironment({ scenario: task({ triggers }) })
  environment.reset()
  expect(await environment.step(create('Night shift'))).toMatchObject({
    observation: { outcome: 'no_answer' },
    reward: 0.5,
  })
  const { observation } = await environment.step({ method: 'POST', path: '/__emulator/reset' })
  expect(observation).toMatchObject({ status: 404 })
  expect(environment.grade().reward).toBe(0.5)
})

it('ends an episode after so many steps', async () => {
  const environment = await makeEnvironment({ scenario: task(), maxSteps: 2 })
  environment.reset()
  expect(await environment.step({ path: '/users/me' })).toMatchObject({ done: false })
  expect(await environment.step({ path: '/users/me' })).toMatchObject({ reward: 0, done: true })
})

it.each([
  [{ pth: '/users/me' }, "did you mean 'path'"],
  [{ path: 'users/me' }, 'expected a path of the API'],
  [{ path: '/users/me', command: 'workflow.list_sessions' }, "a second action beside 'path'"],
  [{ command: 'list_sessions' }, 'expected `engine.command`'],
  ['GET /users/me', 'expected'],
])('refuses %j, which counts as no step', async (action, message) => {
  const environment = await makeEnvironment({ scenario: task() })
  environment.reset()
  await expect(environment.step(action as unknown as Action)).rejects.toThrow(message)
  expect(environment.state().step_count).toBe(0)
})

it('takes nulls of models, and the metadata of OpenEnv, as not given', async () => {
  const environment = await makeEnvironment({ scenario: task() })
  environment.reset()
  const action = { ...create('Night shift'), headers: null, command: null, params: null, metadata: {} }
  expect(await environment.step(action as unknown as Action)).toMatchObject({ reward: 0.5 })
})

it('has no state before the first episode, and no grade', async () => {
  const environment = await makeEnvironment({ scenario: task() })
  expect(environment.state()).toEqual({ episode_id: null, step_count: 0 })
  expect(() => environment.grade()).toThrow('`reset` begins one')
  await expect(environment.step({ path: '/users/me' })).rejects.toThrow('`reset` begins one')
})

const held = [{ table: 'orgs', match: { alias: 'acme' }, count: 1 }]
it.each([
  [{ steps: [{ http: 'GET /users/me' }] }, 'step 1 is `http`, and an agent acts in place of all steps'],
  [{ steps: [{ run: 'node agent.mjs' }] }, 'expects no records'],
  [{ steps: [{ run: 'node agent.mjs', expect: { any_of: [{ records }] } }] }, 'expects `any_of`'],
  [{ steps: [{ run: 'node agent.mjs', expect: { records: held } }] }, 'holds at the start'],
])('refuses %j', async (more, message) => {
  await expect(makeEnvironment({ scenario: task(more) })).rejects.toThrow(message)
})

it('refuses options that it does not have', async () => {
  await expect(makeEnvironment({ scenario: task(), maxStep: 1 } as never)).rejects.toThrow("did you mean 'maxSteps'")
  await expect(makeEnvironment({} as never)).rejects.toThrow('missing, expected a scenario')
})
