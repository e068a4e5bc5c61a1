import { expect, it } from 'vitest'
import { isKept, lostNumbers, parseAsWritten, shallowJson } from './lost-number.ts'

it.each([
  '0',
  '0.00',
  '0e400',
  '-0.1',
  '0.1',
  '5e-324',
  '4.9E-324',
  '0.10000000000000001',
  '1e22',
  '1e308',
  '1.7976931348623157e308',
  '-9007199254740991',
  '9007199254740992',
  '1E+21',
  '100000000000000000000',
  '0.30000000000000004',
  '0.1000000000000000000000000',
  '9007199254740992.00',
  '1.0e2',
])('%s is kept', (number) => expect(isKept(number)).toBe(true))

it.each([
  '.inf',
  '.nan',
  '-0',
  '-0.0',
  '-0e5',
  '1e-400',
  '-1e-400',
  '4.8e-324',
  '0.12345678901234567',
  '3.141592653589793238462643',
  '9007199254740993',
  '-9007199254740993',
  '12345678901234567890',
  '12345678901234567168',
  '1e400',
  '-1e400',
  '2e308',
  '9007199254740993.5',
  '1.2345678901234567890e19',
  '9007199254740993e0',
  '1.7976931348623159e308',
])('%s is not kept', (number) => expect(isKept(number)).toBe(false))

it('parses numbers that cannot be kept as texts of their digits', () => {
  const text = '{"9007199254740993": "1e999", "a": [1, {"b": -1e999}], "c": 9007199254740993, "d": 9007199254740992}'
  const value = { '9007199254740993': '1e999', a: [1, { b: '-1e999' }], c: '9007199254740993', d: 9007199254740992 }
  expect(parseAsWritten(text)).toEqual(value)
  expect(shallowJson(text)).toEqual(value)
  expect(parseAsWritten('12345678901234567890')).toBe('12345678901234567890')
  expect(shallowJson('{"a": 1.2.3.4.5.6.7.8.9}')).toBeUndefined()
  expect(() => parseAsWritten('{"a": 1.2.3.4.5.6.7.8.9}')).toThrow(SyntaxError)
})

it('finds the place of each number that is not kept, and leaves texts and keys alone', () => {
  const text = '{"9007199254740993": "12345678901234567890\\"1e999", "a": [1, {"b": 1e999}], "c": 9007199254740993}'
  expect([...lostNumbers(text)]).toEqual([
    {
      offset: text.indexOf('1e999}'),
      path: ['a', 1, 'b'],
      message: 'the number 1e999 cannot be kept: it is beyond the largest double; write it as a string',
    },
    {
      offset: text.lastIndexOf('9007'),
      path: ['c'],
      message:
        'the number 9007199254740993 cannot be kept: it has more digits than a double holds; write it as a string',
    },
  ])
})

it('takes a number that is the whole text', () => {
  expect([...lostNumbers(' 1e999 ')]).toMatchObject([{ offset: 1, path: [] }])
})

it('shortens a number of many digits', () => {
  expect([...lostNumbers(`[${'9'.repeat(5_000)}]`)][0]!.message.length).toBeLessThan(200)
})
