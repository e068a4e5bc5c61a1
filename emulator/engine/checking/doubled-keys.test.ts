import { expect, it } from 'vitest'
import { hasDoubledKey } from './doubled-keys.ts'

const isDoubled = (json: string): boolean => hasDoubledKey(json, JSON.parse(json))

it.each(['{"a":1,"a":2}', '[{"b":{"a":1, "\\u0061":2}}]', '{"__proto__":1,"__proto__":2}'])(
  '%s has a key twice',
  (json) => {
    expect(isDoubled(json)).toBe(true)
  },
)

it.each(['{}', '5', 'null', '{"a":{"a":"a:\\"b\\":c"}}', '[{"a":1},{"a":2}]', '{"__proto__":1,"":{}}'])(
  '%s has each key once',
  (json) => {
    expect(isDoubled(json)).toBe(false)
  },
)

it('counts what is nested deeper than a function can call itself', () => {
  expect(isDoubled('['.repeat(50_000) + '{"a":1,"a":2}' + ']'.repeat(50_000))).toBe(true)
})
