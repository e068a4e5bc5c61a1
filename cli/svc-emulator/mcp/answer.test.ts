import { expect, it } from 'vitest'
import { fitItems, fitText, pageAfter, writeAnswer } from './answer.ts'

const users = Array.from({ length: 100 }, (_, n) => ({ id: `user-${n}`, name: 'x'.repeat(50) }))
const findId = ({ id }: { id: string }) => id

it('fits items into an answer, at least one', () => {
  const { shown, left } = fitItems(users, 1_000)
  expect(JSON.stringify(shown).length).toBeLessThan(1_000)
  expect(shown.length + left).toBe(100)
  expect(fitItems(users, 10)).toEqual({ shown: [users[0]], left: 99 })
})

it('pages through a list with what it answers as `next`', () => {
  const seen: string[] = []
  for (let after: string | undefined, isLast = false; !isLast;) {
    const page = pageAfter('users', users, findId, { after, limit: 1_000 }) as {
      users: { id: string }[]
      next?: string
    }
    seen.push(...page.users.map(findId))
    after = page.next
    isLast = after === undefined
  }
  expect(seen).toEqual(users.map(findId))
  expect(() => pageAfter('users', users, findId, { after: 'usr-7', limit: 1_000 })).toThrow(
    "after: there is no 'usr-7' in this list, did you mean 'user-7'?",
  )
})

it('fits text by the length that it has as JSON', () => {
  expect(JSON.stringify(fitText('"'.repeat(2_000), 1_000)).length).toBeLessThan(1_000)
  expect(fitText('short', 1_000)).toBe('short')
})

it('writes an answer that fits as it is', () => {
  expect(writeAnswer({ users: [1, 2] }, 500)).toBe('{"users":[1,2]}')
})

it('cuts long lists, texts and inner objects, and says how to get all', () => {
  const text = writeAnswer({ users, about: 'y'.repeat(5_000), deep: { a: { b: { c: { d: {} } } } } }, 1_000)
  expect(text.length).toBeLessThanOrEqual(1_000)
  expect(JSON.parse(text)).toMatchObject({
    shortened: expect.stringMatching(/^this answer has \d+ characters; limit: \d+ gives all of it$/),
    users: expect.arrayContaining([expect.stringMatching(/^… \(\d+ more\)$/)]),
    about: expect.stringMatching(/^y+… \(\d+ more characters\)$/),
  })
  expect(JSON.parse(writeAnswer({ about: 'y'.repeat(500_000) }, 500)).shortened).toContain(
    'limit: 120000 gives more of it',
  )
})

it('answers the beginning of what cannot be cut', () => {
  const wide = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`field-${n}`, n]))
  const text = writeAnswer(wide, 600)
  expect(text.length).toBeLessThanOrEqual(600)
  expect(JSON.parse(text).start).toMatch(/^\{"field-0":0,/)
})
