import { expect, it } from 'vitest'
import { describeMoment, parseMoment } from './moments.ts'

it.each([
  ['snapshot:a:b', { snapshot: 'a:b' }, 'snapshot a:b'],
  ['world:w1', { world: 'w1' }, 'world w1'],
  ['before:3', { entry: 3, when: 'before' }, 'before entry 3'],
  ['after:12', { entry: 12, when: 'after' }, 'after entry 12'],
  ['now', undefined, 'now'],
])('reads %s as %j', (text, moment, words) => {
  expect(parseMoment(text)).toEqual(moment)
  expect(describeMoment(text)).toBe(words)
})
