import { expect, it } from 'vitest'
import { archiveDocument } from '../../../tests/helpers/archive-document.ts'
import { readArchive } from './read-archive.ts'

const json = { name: 'content-type', value: 'application/json' }
const length = (bytes: number) => ({ name: 'Content-Length', value: bytes })

/** Text of the body that is read from an entry, or why it is left out. */
function findBody(request: object, method = 'POST', path = '/orgs'): string | Uint8Array | undefined {
  const url = `https://api.example.com/v1${path}`
  const entry = { request: { method, url, headers: [json], ...request }, response: null }
  const { exchanges, leftOut } = readArchive(archiveDocument({ log: { entries: [entry] } }), 'app.har')
  const [exchange] = exchanges
  if (exchange?.kind !== 'http') return leftOut[0]?.reason
  return exchange.headers['content-type'] === 'application/octet-stream'
    ? exchange.body
    : new TextDecoder().decode(exchange.body)
}

const text = '{"name":"Zoë"}'

it.each([
  ['text', { postData: { mimeType: 'application/json', text } }],
  ['text, and parameters beside it', { postData: { text, params: [{ name: text, value: '' }] } }],
  ['base64', { postData: { text: btoa(String.fromCharCode(...new TextEncoder().encode(text))), encoding: 'base64' } }],
  ['what HTTP Toolkit writes', { _content: { text: btoa('{"name":"Zo\u00c3\u00ab"}'), encoding: 'BASE64', size: 15 } }],
  ['a length that is wrong after secrets were taken out', { headers: [json, length(99)], postData: { text } }],
  ['no headers', { headers: undefined, postData: { mimeType: 'application/json', text } }],
])('reads a body as %s', (_what, request) => expect(findBody(request)).toBe(text))

it('reads parameters of a form', () => {
  const postData = { mimeType: 'application/x-www-form-urlencoded', text: '', params: [{ name: 'a b', value: 'c&d' }] }
  expect(findBody({ headers: [], postData })).toBe('a+b=c%26d')
})

it('reads bytes that are written as characters', () => {
  const octets = { name: 'Content-Type', value: 'application/octet-stream' }
  const request = { headers: [octets, length(3)], postData: { text: '\u00FF\u0000a' } }
  expect(findBody(request, 'POST', '/orgs')).toEqual(new Uint8Array([255, 0, 97]))
})

const missing = 'whose body is not in the archive'
it.each([
  ['a length alone', { headers: [json, length(20)] }],
  ['a size alone', { headers: [json], bodySize: 20 }],
  ['an empty text and a length', { headers: [json, length(20)], postData: { text: '' } }],
  ['an endpoint that needs one', { headers: [], bodySize: -1 }],
  ['a type, with no size', { bodySize: -1, postData: null }],
  ['the body null', { bodySize: -1, postData: { mimeType: 'application/json', text: null } }],
  ['a text that was cut', { headers: [json, length(200)], postData: { text: '{"name":"Zo' } }],
  ['base64 that is none', { postData: { text: '%%%', encoding: 'base64' } }],
  [
    'a file of a form',
    { headers: [], postData: { mimeType: 'multipart/form-data; boundary=x', params: [{ name: 'f', value: '' }] } },
  ],
  [
    'bytes that were replaced',
    { headers: [{ name: 'content-type', value: 'application/octet-stream' }], postData: { text: 'a\uFFFDb' } },
  ],
])('leaves a request out whose body is not there: %s', (_what, request) => expect(findBody(request)).toBe(missing))

it.each([
  ['of the size 0', { headers: [], bodySize: 0 }, 'POST', '/orgs'],
  ['to an endpoint that takes none', { bodySize: -1 }, 'DELETE', '/orgs/acme'],
  ['that reads', {}, 'GET', '/orgs/acme'],
])('sends a request without a body: %s', (_what, request, method, path) =>
  expect(findBody(request, method, path)).toBe(''),
)

it('sends JSON that is malformed as it was', () => {
  expect(findBody({ headers: [json, length(7)], postData: { text: '{"name"' } })).toBe('{"name"')
})
