import { expect, it } from 'vitest'
import { href, parseRoute } from './route.ts'

it.each([
  ['', { view: 'timeline', parts: [], query: {} }],
  ['#/timeline/12?caller=ada', { view: 'timeline', parts: ['12'], query: { caller: 'ada' } }],
  ['#/try/http/GET%20%2Fusers%2F%3Auser_id', { view: 'try', parts: ['http', 'GET /users/:user_id'], query: {} }],
  [
    '#try=GET%20/blobs/acme?limit=2%26q=x&as=none',
    { view: 'try', parts: [], query: { try: 'GET /blobs/acme?limit=2&q=x', as: 'none' } },
  ],
  ['#/state/%', { view: 'state', parts: ['%'], query: {} }],
])('reads %j', (hash, route) => {
  expect(parseRoute(hash)).toEqual(route)
})

it('reads what it writes, and leaves out what is empty', () => {
  const place = href('state', ['a/b', 'x?y#z'], { q: 'a&b=c d', sort: '', at: undefined })
  expect(parseRoute(place)).toEqual({ view: 'state', parts: ['a/b', 'x?y#z'], query: { q: 'a&b=c d' } })
})
