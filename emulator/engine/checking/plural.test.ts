import { expect, it } from 'vitest'
import { plural } from './plural.ts'

it.each([
  [0, '0 calls'],
  [1, '1 call'],
  [2, '2 calls'],
])('%d is %s', (count, text) => expect(plural(count, 'call')).toBe(text))
