import { describe, expect, it } from 'vitest'
import { archiveDocument } from '../../../tests/helpers/archive-document.ts'
import { controlOf } from '../../../tests/helpers/control.ts'
import { recordScenario } from '../record/record-scenario.ts'
import { readArchive } from './read-archive.ts'

const API = 'https://api.example.com/v1'

const plain = (status: number, body: unknown) => ({
  status,
  headers: [{ name: 'Content-Type', value: 'application/json' }],
  content: { text: JSON.stringify(body) },
})

function entry(method: string, url: string, response: unknown = plain(200, { status: 'success' }), more: object = {}) {
  return { request: { method, url, headers: [{ name: 'X-API-Key', value: 'svc-key-ada-admin' }], ...more }, response }
}

const archive = (...entries: unknown[]) => ({ log: { entries } })
const read = (entries: readonly unknown[], hosts: readonly string[] = []) =>
  readArchive(archiveDocument(archive(...entries)), 'app.har', hosts)
const paths = ({ exchanges }: ReturnType<typeof read>) =>
  exchanges.map((exchange) => (exchange.kind === 'http' ? exchange.path : exchange.kind))
const reasons = ({ leftOut }: ReturnType<typeof read>) =>
  leftOut.map(({ count, what, reason }) => `${count} ${what} ${reason}`)
const me = entry('GET', `${API}/users/me`)

it('gives the exchanges with the API, in order', () => {
  const org = { id: '00000000-0000-4000-8000-00000000aaaa', alias: 'mine' }
  const found = { status: 'success', org }
  const entries = [
    entry('GET', 'https://api.example.com/app.js'),
    entry('POST', `${API}/orgs`, plain(200, found), { postData: { text: '{"name":"Mine"}' } }),
    entry('GET', `${API}/orgs/${org.id}?x=1`, plain(200, found)),
    entry('POST', 'https://stats.example.com/v1/collect'),
  ]
  const whole = read(entries)
  expect(whole.addresses).toEqual(['api.example.com/v1'])
  expect(reasons(whole)).toEqual([
    '1 requests to api.example.com outside of api.example.com/v1',
    '1 requests to stats.example.com',
  ])
  expect(whole.exchanges).toMatchObject([
    { kind: 'http', method: 'POST', path: '/orgs', caller: { api_key: 'svc-key-ada-admin' } },
    { kind: 'http', method: 'GET', path: `/orgs/${org.id}?x=1` },
  ])
  // An id of an answer is a variable of the scenario.
  const { scenario } = recordScenario(whole.exchanges, { name: 'from-har', about: 'From an archive.' })
  expect(scenario.steps?.[1]).toMatchObject({ http: expect.stringMatching(/^GET \/orgs\/\$\{\w+\}\?x=1$/) })
})

describe('the host of the API', () => {
  const other = entry('DELETE', 'https://api.other.example/v1/orgs/acme')
  const hint = 'which look like requests to the API (--host names its host)'

  it('is the one that most requests fit', () => {
    const found = read([other, me, me, entry('GET', 'http://api.example.com:8080/v1/users/me')])
    expect([found.addresses, found.equal]).toEqual([['api.example.com/v1'], []])
    expect(reasons(found)).toEqual([
      `1 requests to api.other.example, ${hint}`,
      `1 requests to api.example.com:8080, ${hint}`,
    ])
  })

  it('is the first of those that fit equally well, which are listed', () => {
    const found = read([me, other])
    expect([found.addresses, found.equal, paths(found)]).toEqual([
      ['api.example.com/v1'],
      ['api.example.com/v1', 'api.other.example/v1'],
      ['/users/me'],
    ])
  })

  it.each([
    ['api.other.example', 'api.other.example/v1'],
    ['https://API.other.example/v1/', 'api.other.example/v1'],
  ])('is the one that is named: %s', (host, address) => {
    const found = read([me, me, other], [host])
    expect([found.addresses, paths(found)]).toEqual([[address], ['/orgs/acme']])
  })

  it('may have a base path, of which there may be several', () => {
    const at = (base: string) => entry('GET', `https://gateway.example${base}/users/me`)
    const entries = [at('/a/v1'), at('/b/v1'), at('/b/v1'), at('/c')]
    expect(read(entries).addresses).toEqual(['gateway.example/b/v1'])
    expect(paths(read(entries))).toHaveLength(2)
    expect(paths(read(entries, ['gateway.example/a/v1']))).toHaveLength(1)
    expect(paths(read(entries, ['gateway.example/c']))).toHaveLength(1)
    expect(paths(read(entries, ['gateway.example/a/v1', 'gateway.example/c']))).toHaveLength(2)
  })

  it('is refused if the archive has no requests to it, or if it is no host', () => {
    expect(() => read([me, other], ['api.exmaple.com'])).toThrow(
      'app.har: no request went to api.exmaple.com; there are requests to api.example.com, api.other.example',
    )
    expect(() => read([me], ['a b'])).toThrow(
      "expected a host such as api.example.com or localhost:4010/svc/v1, got 'a b'",
    )
  })

  it('is unknown if no request fits', () => {
    const found = read([entry('GET', 'https://a.example/'), entry('GET', 'data:text/plain,x')])
    expect([found.addresses, found.exchanges]).toEqual([[], []])
    expect(reasons(found)).toEqual(['1 requests to a.example', '1 requests to data:'])
  })
})

describe('an entry', () => {
  it.each([
    ['is null', null],
    ['has no request', { response: plain(200, {}) }],
    ['has no address', entry(undefined as never, undefined as never)],
    ['has an address that is none', entry('GET', '/v1/users/me')],
  ])('without an address is counted: it %s', (_what, odd) => {
    expect(reasons(read([me, odd]))).toEqual(['1 requests which name no address'])
  })

  const cdn = (response: unknown, more: object = {}) => entry('GET', 'https://cdn.example.net/a.js', response, more)
  it.each([
    ['has no answer', cdn(undefined)],
    ['has the answer null', cdn(null)],
    ['has the text null', cdn({ status: 200, headers: null, content: { text: null } })],
    ['has a number as a header', cdn({ status: 200, headers: [{ name: 'content-length', value: 42 }] })],
    ['has the body null', cdn(plain(200, {}), { postData: null })],
    ['has no headers', cdn(plain(200, {}), { headers: undefined, comment: 7 })],
    ['has messages of an error', { ...cdn(plain(101, {})), _webSocketMessages: [{ type: 'error', data: 'reset' }, 3] }],
    ['has no method', cdn(plain(200, {}), { method: undefined })],
  ])('about something else may have any form: it %s', (_what, odd) => {
    const found = read([me, odd])
    expect([paths(found), reasons(found)]).toEqual([['/users/me'], ['1 requests to cdn.example.net']])
  })

  it.each([
    ['no status', {}, 'no_answer'],
    ['the answer null', null, 'no_answer'],
    ['the status 0', { status: 0, headers: [], content: { size: 0 } }, 'no_answer'],
    ['an answer of a cache', { status: 304, headers: [] }, 'no_answer'],
    ['a status as text', { status: '200' }, 'answered'],
    ['no headers', { status: 200, content: { text: '{}' } }, 'answered'],
  ])('about the API is asked with %s', (_what, response, outcome) => {
    expect(read([entry('GET', `${API}/users/me`, response)]).exchanges).toMatchObject([{ answer: { outcome } }])
  })

  it('is read in every spelling', () => {
    const found = read([
      entry('get', `${API}/orgs/acme/blobs`, undefined, { queryString: [{ name: 'limit', value: 2 }] }),
      entry('GET', `${API}/orgs/acme/blobs?limit=2#part`, undefined, { queryString: [{ name: 'limit', value: '2' }] }),
      entry('GET', `${API}/users/me`, undefined, {
        headers: { ':authority': 'x', AUTHORIZATION: 'bearer svc-token-ada' },
      }),
    ])
    expect(found.exchanges).toMatchObject([
      { method: 'GET', path: '/orgs/acme/blobs?limit=2' },
      { path: '/orgs/acme/blobs?limit=2' },
      { caller: { bearer: 'svc-token-ada' } },
    ])
  })

  it('that was redirected, or is to no endpoint, is left out', () => {
    const moved = { status: 307, headers: [{ name: 'location', value: `${API}/users/me` }] }
    const found = read([
      entry('GET', 'http://api.example.com/v1/users/me', moved),
      me,
      entry('OPTIONS', `${API}/orgs`, { status: 204 }),
    ])
    expect(paths(found)).toEqual(['/users/me'])
    expect(reasons(found)).toEqual([
      '1 requests which were redirected',
      '1 requests to no endpoint of the API at api.example.com/v1',
    ])
  })

  it('has the bytes of its answer, unless they were cut', () => {
    const answer = (content: object) => ({ status: 200, headers: [], content })
    const texts = [
      answer({ mimeType: 'application/json', text: btoa('{"a":1}'), encoding: 'base64' }),
      answer({ mimeType: 'application/json; charset=utf-8', text: '{"a":' }),
      answer({ mimeType: 'application/json', text: '%', encoding: 'base64' }),
    ].flatMap((response) => {
      const [exchange] = read([entry('GET', `${API}/users/me`, response)]).exchanges
      return exchange?.kind === 'http' ? new TextDecoder().decode(exchange.answer.bytes) : []
    })
    expect(texts).toEqual(['{"a":1}', '', ''])
  })
})

it('reads what the journal of an emulator exports', async () => {
  const control = controlOf()
  await control.api('GET', '/users/me')
  await control.api('POST', '/workflow/list_sessions', { org_id: 'acme' })
  const { body } = await control.get('/journal.har')
  expect(readArchive(archiveDocument(body), 'journal.har').exchanges).toMatchObject([
    { method: 'GET', path: '/users/me', answer: { status: 200 } },
    { method: 'POST', path: '/workflow/list_sessions' },
  ])
})

it.each([
  [[], 'expected an HTTP archive, got an empty array'],
  [{ log: {} }, 'log.entries: missing'],
  [{ log: { entries: {} } }, 'log.entries: expected'],
])('says what is wrong with %j', (document, message) => {
  expect(() => readArchive(archiveDocument(document), 'app.har')).toThrow(message)
})
