import { expect, it } from 'vitest'
import { percentDecoded } from './percent-decoded.ts'

it.each([
  ['a%20b%2Fc', 'a b/c'],
  ['plain', 'plain'],
  ['100%', '100%'],
  ['%20%', '%20%'],
  ['%ff', '%ff'],
])('%s is %s', (text, plain) => {
  expect(percentDecoded(text)).toBe(plain)
})
