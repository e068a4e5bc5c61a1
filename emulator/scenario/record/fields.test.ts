import { expect, it } from 'vitest'
import { isDrawn } from './fields.ts'

it('treats a text of sixteen or more characters in an id field as generated, a shorter one as a name', () => {
  expect(isDrawn('x'.repeat(16), 'session_id', {})).toBe(true)
  expect(isDrawn('x'.repeat(15), 'session_id', {})).toBe(false)
  expect(isDrawn('x'.repeat(16), 'name', {})).toBe(false)
})
