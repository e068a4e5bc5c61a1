import { describe } from 'vitest'
import { createEmulator } from '../../index.ts'
import { expect, test } from './vitest.ts'

const as = (key: string) => ({ headers: { 'x-api-key': key } })

describe('toHaveReceived', () => {
  test('takes an endpoint, a command or fields of the journal, and how often', async ({ emulator }) => {
    await emulator.fetch('http://emulator/v1/users/me', as('svc-key-ada-admin'))
    await emulator.fetch('http://emulator/v1/users/me', as('svc-key-ben-admin'))
    await emulator.fetch('http://emulator/v1/workflow/list_definitions', {
      method: 'POST',
      body: '{"org_id":"acme"}',
      headers: { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' },
    })
    expect(emulator).toHaveReceived('GET /users/me')
    expect(emulator).toHaveReceived('GET /users/:user_id', { times: 2 })
    expect(emulator).toHaveReceived('workflow.list_definitions', { times: 1 })
    expect(emulator).toHaveReceived({ endpoint: 'GET /users/me', caller: 'ben', status: 200 })
    expect(emulator).not.toHaveReceived('DELETE /orgs/:id')
    expect(emulator).not.toHaveReceived('GET /users/me', { times: 1 })
    expect(() => expect(emulator).not.toHaveReceived('GET /users/me')).toThrow(
      'expected not at least 1 of GET /users/me, received 2',
    )
  })

  test('says what came nearest and where it differs', async ({ emulator }) => {
    await emulator.fetch('http://emulator/v1/users/ada', as('svc-key-ben-admin'))
    expect(() => expect(emulator).toHaveReceived({ endpoint: 'GET /users/ada', caller: 'ada' })).toThrow(
      /^expected at least 1 of GET \/users\/ada, caller ada, received 0\n[^]*nearest: #1 GET \/v1\/users\/ada[^]*caller: expected ada, got ben/,
    )
  })

  test('fails, negated or not, where the journal no longer knows', async ({ emulator: whole }) => {
    expect(() => expect(whole).not.toHaveReceived('DELETE /api-key/:id' as never)).toThrow(
      "no endpoint 'DELETE /api-key/:id', did you mean 'DELETE /api-keys/:",
    )
    const emulator = createEmulator({ journal: { size: 1 } })
    for (const alias of ['ada', 'ben'])
      await emulator.fetch(`http://emulator/v1/users/${alias}`, as('svc-key-ada-admin'))
    expect(emulator).toHaveReceived('GET /users/ada', { times: 1 })
    expect(() => expect(emulator).toHaveReceived({ response: { user: { alias: 'ada' } } })).toThrow(
      /received 0\n  undecided: the journal keeps 1 exchanges/,
    )
    expect(() => expect(emulator).not.toHaveReceived({ response: { user: { alias: 'ada' } } })).toThrow('undecided')
    expect(() => expect(emulator).not.toHaveReceived({ response: { user: { alias: 'carol' } } })).toThrow('undecided')
  })

  test('negated, refuses what nothing can be', async ({ emulator }) => {
    await emulator.fetch('http://emulator/v1/users/me', as('svc-key-ada-admin'))
    expect(() => expect(emulator).not.toHaveReceived({ caller: 'adaa' })).toThrow(
      "neither the world nor the journal has a caller 'adaa', did you mean 'ada'?",
    )
    expect(() => expect(emulator).not.toHaveReceived({ path: '/users/me' })).toThrow(
      'never seen: paths of the API are kept below /v1',
    )
    expect(() => expect(emulator).not.toHaveReceived({ path: '/users/me' }, { times: 2 })).toThrow(
      "did you mean '/v1/users/me'?",
    )
    expect(() => expect(emulator).not.toHaveReceived('/users/me' as never)).toThrow(
      "'/users/me' names no method, expected `METHOD /path`, did you mean 'GET /users/me'?",
    )
    expect(emulator).not.toHaveReceived({ caller: 'ben' })
  })

  test('refuses what is no emulator, and a match that cannot be', ({ emulator }) => {
    expect(() => expect({}).toHaveReceived('GET /users/me')).toThrow(/expected an emulator/)
    expect(() => expect(emulator).toHaveReceived({ endpiont: 'GET /users/me' } as never)).toThrow(
      /did you mean 'endpoint'/,
    )
  })
})

describe('toHaveExercised', () => {
  test('takes clauses and assumptions', async ({ emulator }) => {
    await emulator.fetch('http://emulator/v1/nothing', as('svc-key-ada-admin'))
    expect(emulator).toHaveExercised('envelope.failure-has-error-and-message', 'A-386')
    expect(emulator).not.toHaveExercised('revision.reset.needs-failed', 'A-69')
  })

  test('names those that were not, and when negated those that were', async ({ emulator }) => {
    await emulator.fetch('http://emulator/v1/nothing', as('svc-key-ada-admin'))
    expect(() => expect(emulator).toHaveExercised('A-386', 'revision.reset.needs-failed')).toThrow(
      /rested on revision\.reset\.needs-failed\n/,
    )
    expect(() => expect(emulator).not.toHaveExercised('A-386', 'revision.reset.needs-failed')).toThrow(
      /no answer rested on A-386$/,
    )
  })

  test('refuses an id that is not of the contract', ({ emulator }) => {
    expect(() => expect(emulator).toHaveExercised('revision.reset.need-failed' as never)).toThrow(
      /did you mean 'revision.reset.needs-failed'/,
    )
    expect(() => expect(emulator).toHaveExercised()).toThrow(/expected the id/)
  })
})
