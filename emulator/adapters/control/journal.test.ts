import { describe, expect, it, vi } from 'vitest'
import { type TestControl, controlOf } from '../../../tests/helpers/control.ts'
import { instanceOf } from '../../host/instance-of.ts'

describe('GET /journal', () => {
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
      ['via=pigeon', "'socket', 'time', 'step', 'trigger', 'test', 'control', 'inspector' or 'watch'"],
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
})

describe('GET /journal/stream', () => {
  async function open(control: TestControl, query = '', headers: Record<string, string> = {}) {
    const response = await control.emulator.fetch(`http://emulator/__emulator/journal/stream${query}`, { headers })
    const reader = response.body!.getReader()
    const next = async () => new TextDecoder().decode((await reader.read()).value)
    expect(await next()).toBe(': open\n\n')
    return { response, next, reader }
  }

  const parseId = (text: string) => /^event: exchange\nid: (\d+)\ndata: \{.*\}\n\n$/.exec(text)?.[1]

  describe('GET /journal/stream', () => {
    it('sends each entry as it is recorded', async () => {
      const control = controlOf()
      await control.api('GET', '/users/me')
      const { response, next, reader } = await open(control)
      expect(response.headers.get('content-type')).toBe('text/event-stream')
      await control.api('GET', '/users/ben')
      const text = await next()
      expect(parseId(text)).toBe('2')
      expect(JSON.parse(/^data: (.*)$/m.exec(text)![1]!)).toMatchObject({
        unit: 'GET /users/:user_id',
        request: { url: '/v1/users/ben' },
      })
      await reader.cancel()
    })

    it('sends first what came since `after` or Last-Event-ID', async () => {
      const control = controlOf()
      for (let i = 0; i < 3; i++) await control.api('GET', '/users/me')
      expect(parseId(await (await open(control, '?after=2')).next())).toBe('3')
      expect(parseId(await (await open(control, '', { 'last-event-id': '1' })).next())).toBe('2')
    })

    it('sends a long past as it is read, and misses nothing of what others do meanwhile', async () => {
      const control = controlOf()
      for (let i = 0; i < 600; i++) await control.api('GET', '/users/me')
      const rendered = vi.spyOn(control.emulator.journal, 'rendered')
      const { next, reader } = await open(control, '?after=0')
      const numbers: string[] = []
      for (; numbers.length < 300; expect(rendered.mock.calls.length).toBeLessThanOrEqual(numbers.length + 2))
        numbers.push(parseId(await next())!)
      for (let i = 0; i < 2; i++) await control.api('GET', '/users/ben')
      while (numbers.length < 602) numbers.push(parseId(await next())!)
      expect(numbers).toEqual(Array.from({ length: 602 }, (_, n) => String(n + 1)))
      await control.api('GET', '/users/ben')
      expect(parseId(await next())).toBe('603')
      await reader.cancel()
      expect(control.emulator.journal.listeners).toBe(0)
    })

    it('filters', async () => {
      const control = controlOf()
      const { next } = await open(control, '?status=404')
      await control.api('GET', '/users/me')
      await control.api('GET', '/users/nobody')
      expect(parseId(await next())).toBe('2')
    })

    it('stops listening when the client goes away', async () => {
      const control = controlOf()
      const { reader } = await open(control)
      expect(control.emulator.journal.listeners).toBe(1)
      await reader.cancel()
      expect(control.emulator.journal.listeners).toBe(0)
    })
  })
})

describe('DELETE /journal', () => {
  it('forgets every entry, and counts on', async () => {
    const control = controlOf()
    await control.api('GET', '/users/me')
    expect((await control.delete('/journal')).body).toEqual({ deleted: 1 })
    await control.api('GET', '/users/me')
    expect((await control.get('/journal')).body).toMatchObject({ entries: [{ number: 2 }], next: 2, dropped: 0 })
  })
})

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

it('names the world of each entry on a server, and none elsewhere', async () => {
  const control = controlOf()
  await control.put('/worlds/mia', {})
  const headers = { 'x-api-key': 'svc-key-ada-admin', host: '127.0.0.1' }
  const worlds = async (path: string) => {
    await control.emulator.fetch(`${path}/v1/users/me`, { headers })
    const answer = await control.emulator.fetch(`${path}/__emulator/journal`, { headers })
    const { entries } = (await answer.json()) as { entries: { world?: string }[] }
    return entries.map(({ world }) => world)
  }
  expect(await worlds('')).toEqual([undefined])
  instanceOf(control.emulator).site.real = { now: () => 0 }
  expect([await worlds(''), await worlds('/w/mia')]).toEqual([['main', 'main'], ['mia']])
})
