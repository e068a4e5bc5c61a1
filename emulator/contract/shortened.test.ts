import { expect, it } from 'vitest'
import { shortened } from './shortened.ts'

it('ends before a character that does not fit whole', () => {
  expect(shortened('ab😀c', 3)).toBe('ab…')
  expect(shortened('ab😀c', 4)).toBe('ab😀…')
  expect(shortened('ab😀', 4)).toBe('ab😀')
})
