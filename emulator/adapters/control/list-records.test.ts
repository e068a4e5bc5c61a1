import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

describe('GET /state/:table', () => {
  it('answers records in order of creation, page by page', async () => {
    const control = controlOf()
    const first = await control.get('/state/users?limit=3')
    expect(first.body.records.map((user: { alias: string }) => user.alias)).toEqual(['ada', 'ben', 'build-bot'])
    const second = await control.get(`/state/users?limit=3&after=${first.body.next}`)
    expect(second.body).toMatchObject({ records: [{ alias: 'old-bot' }], next: null })
    expect((await control.get('/state/users?after=ben')).body.records).toHaveLength(2)
  })

  it('answers everything of a small table at once', async () => {
    expect((await controlOf().get('/state/users')).body).toMatchObject({ next: null })
  })

  it.each([
    ['/state/user', 404, "did you mean 'users'?"],
    ['/state/pending', 404, "There is no table 'pending'"],
    ['/state/__proto__', 404, "There is no table '__proto__'"],
    ['/state/..%2f..%2fetc%2fpasswd', 404, 'There is no table'],
    ['/state/users?limit=0', 400, 'query parameter limit: expected an integer from 1 to 1000'],
    ['/state/users?limit=1001', 400, 'query parameter limit'],
    ['/state/users?after=nobody', 400, "there is no user 'nobody'"],
    ['/state/users?afte=ada', 400, "query parameter afte: unknown field, did you mean 'after'?"],
    ['/state/%ff', 400, 'broken percent-encoding'],
  ])('%s is refused with %i', async (path, status, message) => {
    const reply = await controlOf().get(path)
    expect(reply.status).toBe(status)
    expect(reply.body.message).toContain(message)
    expect(typeof reply.body.error).toBe('string')
  })
})
