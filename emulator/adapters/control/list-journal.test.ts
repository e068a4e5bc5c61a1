import { describe, expect, it } from 'vitest'
import { controlOf, type TestControl } from '../../../tests/helpers/control.ts'

async function used(): Promise<TestControl> {
  const control = controlOf({ journal: { size: 3 } })
  for (const path of ['/users/me', '/users/ben', '/users/nobody', '/users/build-bot']) await control.api('GET', path)
  return control
}

describe('GET /journal', () => {
  it('answers what is kept, and how much was dropped', async () => {
    const { body } = await (await used()).get('/journal')
    expect(body).toMatchObject({ next: 4, dropped: 1 })
    expect(body.entries.map((entry: { number: number }) => entry.number)).toEqual([2, 3, 4])
  })

  it.each([
    ['after=3', [4]],
    ['limit=2', [3, 4]],
    ['status=404', [3]],
    ['error=user_not_found', [3]],
    ['endpoint=GET%20/users/:user_id', [2, 3, 4]],
    ['caller=ada&after=2&limit=1', [4]],
    ['caller=ben', []],
    ['clause=user.role-read-for-other', [2, 4]],
    ['after=99', []],
  ])('with %s answers %j', async (query, numbers) => {
    const { body } = await (await used()).get(`/journal?${query}`)
    expect(body.entries.map((entry: { number: number }) => entry.number)).toEqual(numbers)
  })

  it.each([
    ['after=x', 'after: expected the number of an entry'],
    ['status=ok', 'status'],
    ['calller=ada', "did you mean 'caller'?"],
    ['limit=0', 'expected an integer from 1'],
    ['via=pigeon', "'socket' or 'time'"],
    ['endpoint=GET%20/user/me', "no endpoint 'GET /user/me'"],
    ['error=user_not_fond', "did you mean 'user_not_found'?"],
  ])('refuses %s', async (query, message) => {
    const reply = await (await used()).get(`/journal?${query}`)
    expect(reply.status).toBe(400)
    expect(reply.body.message).toContain(message)
  })

  it('says when there is none', async () => {
    expect(await controlOf({ journal: false }).get('/journal')).toMatchObject({
      status: 409,
      body: { error: 'journal_off' },
    })
  })
})

it('shows lines: everything but headers, parameters and bodies', async () => {
  const control = controlOf()
  await control.api('GET', '/users/me')
  await control.api('POST', '/orgs', { name: 'Tools' })
  const all = (await control.get('/journal')).body.entries
  const lines = (await control.get('/journal?show=lines')).body.entries
  expect(lines).toHaveLength(2)
  for (const [
    index,
    {
      request: { headers: _h, params: _p, body: _b, ...request },
      response: { headers: _headers, body: _body, ...response },
      ...rest
    },
  ] of all.entries()) {
    expect(lines[index]).toEqual({ ...rest, request, response })
  }
  expect((await control.get('/journal?show=line')).status).toBe(400)
})

it('finds words wherever they stand, and no secret', async () => {
  const control = controlOf()
  await control.api('POST', '/orgs', { name: 'Tools', alias: 'toolbox' })
  await control.api('GET', '/users/ben')
  await control.api('GET', '/users/me')
  const found = async (text: string) =>
    (await control.get(`/journal?show=lines&text=${encodeURIComponent(text)}`)).body.entries.map(
      ({ number }: { number: number }) => number,
    )
  expect(await found('TOOLBOX')).toEqual([1])
  expect(await found('"alias":"toolbox" post')).toEqual([1])
  expect(await found('"role"')).toEqual([2, 3])
  expect(await found('toolbox ben')).toEqual([])
  expect(await found('svc-key-ada-admin')).toEqual([])
  expect(await found(' ')).toEqual([1, 2, 3])
  expect((await control.get(`/journal?text=${'x'.repeat(1_001)}`)).status).toBe(400)
})
