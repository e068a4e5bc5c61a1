import { expect, it } from 'vitest'
import { quoted } from './record-change.ts'

it('quotes a text as code does', () => {
  expect(quoted('ben')).toBe("'ben'")
  expect(quoted("o'ben\\")).toBe("'o\\'ben\\\\'")
})
