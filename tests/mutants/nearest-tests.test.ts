import { expect, it } from 'vitest'
import { findNearest } from './nearest-tests.ts'

it('names tests beside a file, then of its folder, then by the number of imports', () => {
  const imports = new Map([
    ['a/b.test.ts', ['a/b.ts']],
    ['a/c.test.ts', ['a/c.ts']],
    ['d/far.test.ts', ['d/e.ts']],
    ['d/e.ts', ['d/f.ts']],
    ['d/f.ts', ['a/b.ts']],
    ['d/straight.test.ts', ['a/b.ts']],
    ['d/stranger.test.ts', ['a/c.ts']],
  ])
  const tests = [...imports.keys(), 'a/b.e2e.test.ts'].filter((file) => file.endsWith('.test.ts'))
  expect(findNearest('a/b.ts', tests, imports)).toEqual([
    ['a/b.test.ts', 'a/b.e2e.test.ts'],
    ['a/c.test.ts'],
    ['d/straight.test.ts'],
    [],
    ['d/far.test.ts'],
  ])
})
