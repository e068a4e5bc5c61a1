import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

describe('POST /verify', () => {
  it('answers a verdict, with near misses that say which field differed', async () => {
    const control = controlOf()
    await control.api('GET', '/users/me')
    expect((await control.post('/verify', { match: { endpoint: 'GET /users/me' }, times: 1 })).body).toEqual({
      ok: true,
      count: 1,
      expected: 'exactly 1',
      near_misses: [],
    })
    const { status, body } = await control.post('/verify', { match: { endpoint: 'GET /users/me', caller: 'ben' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ok: false,
      count: 0,
      expected: 'at least 1',
      near_misses: [{ entry: { number: 1 }, differences: [{ field: 'caller', expected: 'ben', actual: 'ada' }] }],
    })
  })

  it.each([
    [{}, 'match: missing'],
    [{ match: { endpont: 'x' } }, "match.endpont: unknown field, did you mean 'endpoint'?"],
    [{ match: {}, times: -1 }, 'times'],
    [
      { match: { endpoint: 'DELETE /api-key/:id' }, times: 0 },
      "match.endpoint: no endpoint 'DELETE /api-key/:id', did you mean 'DELETE /api-keys/",
    ],
    [
      { match: { command: 'workflow.list_sesions' }, times: 0 },
      "match.command: no command 'workflow.list_sesions', did you mean 'workflow.list_sessions'?",
    ],
    [
      { match: { caller: 'adaa' }, times: 0 },
      "match.caller: neither the world nor the journal has a caller 'adaa', did you mean 'ada'?",
    ],
    [{ match: {}, times: { atleast: 1 } }, "did you mean 'at_least'?"],
  ])('refuses %j', async (body, message) => {
    const reply = await controlOf().post('/verify', body)
    expect(reply.status).toBe(400)
    expect(reply.body.message).toContain(message)
  })
})
