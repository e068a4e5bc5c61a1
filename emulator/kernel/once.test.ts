import { expect, it, vi } from 'vitest'
import { onceText } from './once.ts'

it('makes what it remembers of a text once, false included, and asks again for what it does not', () => {
  const make = vi.fn((text: string) => (text === 'nothing' ? undefined : text === 'yes'))
  const known = onceText(make)
  expect(['yes', 'no', 'nothing', 'yes', 'no', 'nothing'].map(known)).toEqual([true, false, undefined, true, false, undefined])
  expect(make.mock.calls.map(([text]) => text)).toEqual(['yes', 'no', 'nothing', 'nothing'])
})

it('remembers no long text, and forgets all beyond some thousand', () => {
  const make = vi.fn((text: string) => text.length)
  const known = onceText(make)
  known('x'.repeat(257))
  known('x'.repeat(257))
  expect(make).toHaveBeenCalledTimes(2)
  known('first')
  for (let n = 0; n < 3_000; n++) expect(known(String(n))).toBe(String(n).length)
  make.mockClear()
  expect(known('first')).toBe(5)
  expect(make).toHaveBeenCalledTimes(1)
})
