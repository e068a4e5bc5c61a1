import { expect, it } from 'vitest'
import { printable, printableLines } from './printable.ts'

it.each([
  ['\u001b[31mred\u0007', '\\u001b[31mred\\u0007'],
  ['a\n::error::b', 'a\\u000a::error::b'],
  ['::error::b', '\\u003a:error::b'],
  ['  ::stop-commands::x', '  \\u003a:stop-commands::x'],
  ['##[error]b', '#\\u0023[error]b'],
  ['a::b', 'a::b'],
  ['z\u200boe \u2060\ufeff', 'z\\u200boe \\u2060\\ufeff'],
  ['\u{1f469}\u200d\u{1f467}', '\u{1f469}\u200d\u{1f467}'],
])('shows %j as text', (text, shown) => {
  expect(printable(text)).toBe(shown)
})

it('keeps line ends that are our own, and forges no command after one', () => {
  expect(printableLines('one\n::error::two')).toBe('one\n\\u003a:error::two')
})
