import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { holdsText } from './holds-text.ts'

it('holds what the engine says that it holds', () => {
  const text = (maxLength: number) =>
    fc.array(fc.constantFrom('a', 'b', '\u{1F600}'), { maxLength }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text(40), text(6), (whole, part) => {
      expect(holdsText(whole, part)).toBe(whole.includes(part))
    }),
    { numRuns: 1_000 },
  )
})

it('looks at each unit a few times, whatever is looked for', () => {
  let looks = 0
  const counted = (text: string) =>
    ({ length: text.length, charCodeAt: (at: number) => (looks++, text.charCodeAt(at)) }) as string
  const half = 'a'.repeat(2_000)
  expect(holdsText(counted(half.repeat(5)), counted(`${half}b${half}`))).toBe(false)
  expect(looks).toBeLessThan(10 * 5 * half.length)
})
