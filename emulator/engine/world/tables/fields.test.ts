import { expect, it } from 'vitest'
import * as v from 'valibot'
import { alias, threadName } from './fields.ts'

it.each([
  ['an alias', alias],
  ['the name of a thread', threadName],
])('%s has at most 128 characters, however they are stored', (_, schema) => {
  const fits = (text: string) => v.is(schema, text)
  for (const character of ['a', 'é', '😀'])
    expect([fits(character.repeat(128)), fits(character.repeat(129)), fits(character.repeat(9_999))]).toEqual([
      true,
      false,
      false,
    ])
  expect(fits('')).toBe(false)
})
