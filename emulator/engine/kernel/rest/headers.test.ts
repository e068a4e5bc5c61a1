import { describe, expect, it } from 'vitest'
import { createEmulator } from '../../../host/emulator.ts'

const me = (emulator: ReturnType<typeof createEmulator>, path = '/users/me') =>
  emulator.fetch(`http://emulator/v1${path}`, { headers: { 'x-api-key': 'svc-key-ada-admin' } })

describe('explain', () => {
  it('adds what decided an answer to its headers, and nothing to its body', async () => {
    const plain = await me(createEmulator())
    const emulator = createEmulator({ explain: true })
    const explained = await me(emulator)
    expect(await explained.text()).toBe(await plain.text())
    expect(plain.headers.get('x-svc-emulator-clauses')).toBeNull()
    const [entry] = emulator.journal.entries()
    expect(explained.headers.get('x-svc-emulator-clauses')).toBe(entry!.clauses.join(', '))
    expect(entry!.clauses).toContain('users.get.answers-user')
    // Only its undocumented fields are assumed.
    expect(explained.headers.get('x-svc-emulator-assumptions')).toBe('A-17')
  })

  it('names assumptions, and differs from answer to answer', async () => {
    const emulator = createEmulator({ explain: true })
    const refused = await me(emulator, '/users/nobody')
    expect(refused.headers.get('x-svc-emulator-assumptions')).toContain('A-7')
    expect((await me(emulator)).headers.get('x-svc-emulator-clauses')).not.toBe(
      refused.headers.get('x-svc-emulator-clauses'),
    )
    expect((await me(emulator, '/user')).headers.get('x-svc-emulator-assumptions')).toBe('A-386')
  })

  it('goes with the headers that a page of another origin needs', async () => {
    const [plain, both] = [createEmulator({ explain: true }), createEmulator({ explain: true, cors: true })]
    const crossOrigin = Object.fromEntries((await me(createEmulator({ cors: true }))).headers)
    expect(crossOrigin).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringMatching(/^retry-after, .*x-svc-emulator-clauses/),
    })
    for (const path of ['/users/me', '/users/nobody']) {
      expect(Object.fromEntries((await me(both, path)).headers)).toEqual({
        ...crossOrigin,
        ...Object.fromEntries((await me(plain, path)).headers),
      })
    }
  })

  it('names triggers', async () => {
    const emulator = createEmulator({ explain: true })
    emulator.triggers.add({
      name: 'down',
      when: { endpoint: 'GET /users/me' },
      do: [{ fail: { error: 'internal_error' } }],
    })
    expect((await me(emulator)).headers.get('x-svc-emulator-triggers')).toBe('down')
    expect((await me(emulator, '/users/ben')).headers.get('x-svc-emulator-triggers')).toBeNull()
  })
})

describe('what a page of another origin may send', () => {
  const standard = 'authorization, baggage, content-type, x-api-key, x-request-body, x-svc-dry-run, x-svc-world'
  const allowed = async (method: string, headers: Record<string, string> = {}) => {
    const answer = await createEmulator({ cors: true }).fetch('http://emulator/v1/users/me', { method, headers })
    return answer.headers.get('access-control-allow-headers')
  }

  it.each(['traceparent', 'X-Requested-With, traceparent', "!#$%&'*+.^_`|~-", 'x'.repeat(1000)])(
    'is what its preflight asks for: %s',
    async (names) => {
      expect(await allowed('OPTIONS', { 'access-control-request-headers': names })).toBe(names)
    },
  )

  it.each(['x/y', 'a: b', '<x', 'x>', 'x'.repeat(1001)])(
    'is what the API takes, where a preflight asks for what is no list of names: %s',
    async (names) => {
      expect(await allowed('OPTIONS', { 'access-control-request-headers': names })).toBe(standard)
    },
  )

  it('is what the API takes, where no preflight asks', async () => {
    expect(await allowed('OPTIONS')).toBe(standard)
    expect(await allowed('GET', { 'access-control-request-headers': 'traceparent' })).toBe(standard)
  })
})

describe('an answer', () => {
  const statements = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith('x-svc-emulator-'))

  it('names the statements that it shows, and no others', async () => {
    const emulator = createEmulator({ explain: true })
    for (const name of ['a', 'b'])
      emulator.triggers.add({
        name,
        when: { endpoint: 'GET /users/me' },
        do: name === 'a' ? [{ delay: 0 }] : [{ fail: { error: 'internal_error' } }],
      })
    const { headers } = await me(emulator)
    expect(statements(headers)).toEqual(['x-svc-emulator-clauses', 'x-svc-emulator-triggers'])
    expect(headers.get('x-svc-emulator-triggers')).toBe('a, b')
    expect(headers.get('x-svc-emulator-clauses')).toContain('service.json-answers, envelope.')
  })

  it('of a world that breaks nothing has no mutant', async () => {
    expect((await me(createEmulator({ explain: true }))).headers.has('x-svc-emulator-broken')).toBe(false)
    const broken = createEmulator({ explain: true, settings: { broken: ['users.get.answers-user'] } })
    expect((await me(broken)).headers.get('x-svc-emulator-broken')).toMatch(/^users\.get\.answers-user/)
  })

  it('without anything asked for has no headers but its own', async () => {
    expect([...(await me(createEmulator())).headers.keys()]).toEqual(['content-length', 'content-type'])
    expect(
      [...(await me(createEmulator({ cors: true }))).headers.keys()].filter((name) => name.startsWith('x-svc')),
    ).toEqual([])
  })
})

describe('a preflight', () => {
  const origin = { origin: 'http://localhost:3000' }
  const ask = (path: string, headers: Record<string, string>, cors = true) =>
    createEmulator({ cors }).fetch(`http://emulator${path}`, { method: 'OPTIONS', headers })

  it.each(['/v1/users/me', '/v1/nowhere', '/nowhere', '/v1/users/', '/w/w9/v1/users/me'])(
    'of %s is 204, so that a page can read what it is refused',
    async (path) => {
      const answer = await ask(path, { ...origin, 'access-control-request-method': 'GET' })
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, origin.origin])
      expect((await ask(path, origin)).status).toBe(204)
    },
  )

  it('lets a page send its cookies, and caches keep one answer for each origin', async () => {
    const { headers } = await ask('/v1/users/me', origin)
    expect([headers.get('access-control-allow-credentials'), headers.get('vary')]).toEqual(['true', 'origin'])
    const program = await ask('/v1/users/me', {})
    expect([
      program.headers.get('access-control-allow-credentials'),
      program.headers.get('access-control-allow-origin'),
      program.headers.get('vary'),
    ]).toEqual([null, '*', 'origin'])
  })

  it('of a path that does not exist is 404 where no page of another origin is served', async () => {
    expect((await ask('/v1/nowhere', origin, false)).status).toBe(404)
  })

  it('is followed by a refusal that the page can read, also of an unknown world', async () => {
    const emulator = createEmulator({ cors: true })
    for (const path of ['/v1/nowhere', '/w/w9/v1/users/me']) {
      const answer = await emulator.fetch(`http://emulator${path}`, { headers: origin })
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([404, origin.origin])
    }
  })
})
