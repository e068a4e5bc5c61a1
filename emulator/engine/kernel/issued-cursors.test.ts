import { expect, it } from 'vitest'
import { IssuedCursors } from './issued-cursors.ts'

it('knows what was answered, and forgets the oldest beyond ten thousand', () => {
  const known = new IssuedCursors()
  known.add(null, 0, 'ada')
  for (let n = 0; n <= 10_000; n++) known.add(`t${n}`, n, 'ada')
  expect([known.has('t0'), known.has('t1'), known.has('t10000'), known.has('null')]).toEqual([false, true, true, false])
})

it('shares what it knows with a fork, and nothing that either learns', () => {
  const known = new IssuedCursors()
  known.add('before', 1, 'ada')
  const fork = known.fork()
  known.add('here', 2, 'ada')
  fork.add('there', 2, 'ada')
  expect(['before', 'here', 'there'].map((token) => [known.has(token), fork.has(token)])).toEqual([
    [true, true],
    [true, false],
    [false, true],
  ])
  fork.clear()
  expect([known.has('before'), fork.has('before')]).toEqual([true, false])
})

it('forgets what was answered after so many writes', () => {
  const known = new IssuedCursors()
  known.add('one', 1, 'ada')
  known.add('two', 2, 'ada')
  // Answered again later, it was answered before all the same.
  known.add('one', 3, 'ada')
  known.forgetAfter(1)
  expect([known.has('one'), known.has('two')]).toEqual([true, false])
})
