import { expect, it } from 'vitest'
import { isDrawn } from './fields.ts'

it('takes a text of sixteen characters and more in an id field for one that the server drew, a shorter one for a name', () => {
  expect(isDrawn('x'.repeat(16), 'session_id', {})).toBe(true)
  expect(isDrawn('x'.repeat(15), 'session_id', {})).toBe(false)
  expect(isDrawn('x'.repeat(16), 'name', {})).toBe(false)
})
