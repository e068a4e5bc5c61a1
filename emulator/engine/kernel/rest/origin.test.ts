import { expect, test } from 'vitest'
import { foreignOrigin, foreignPage } from './origin.ts'

const asked = (headers: readonly string[]) => foreignOrigin({ headers })

test.each([
  [[]],
  [['host', 'localhost:4010']],
  [['origin', 'http://localhost:3000']],
  [['Origin', 'http://localhost:4010', 'Host', 'localhost:4010']],
  [['origin', 'https://localhost:4010', 'host', 'LOCALHOST:4010']],
  [['origin', 'HTTP://LocalHost', 'host', 'localhost']],
  [['origin', 'ws://localhost', 'host', 'localhost']],
  [['origin', 'wss://localhost', 'host', 'localhost']],
])('%j is of no page of another origin', (headers) => {
  expect(asked(headers)).toBeUndefined()
})

test.each([
  'http://localhost:3000',
  'https://example.com',
  'null',
  'localhost:4010',
  'ftp://localhost:4010',
  'xhttp://localhost:4010',
  'http://localhost:4010/',
  'http://',
  '',
])("'%s' is another origin than that of localhost:4010", (origin) => {
  expect(asked(['origin', origin, 'host', 'localhost:4010'])).toBe(origin)
})

test('the message names the origin and what lets it in', () => {
  expect(foreignPage('http://a')).toBe(
    'a page of another origin (http://a) asked; start with --cors for its browser to let it read the answer',
  )
})
