import { expect, it } from 'vitest'
import { canRedraw, isColored } from './color.ts'

const on = (isTTY: boolean, env: Record<string, string> = {}) =>
  isColored({ env, stdout: { isTTY, write: () => true } })

it('colours a terminal, and what FORCE_COLOR says', () => {
  expect([on(true), on(false)]).toEqual([true, false])
  expect([on(true, { NO_COLOR: '1' }), on(true, { NO_COLOR: '' })]).toEqual([false, true])
  expect([on(true, { TERM: 'dumb' }), on(true, { TERM: 'xterm' })]).toEqual([false, true])
  expect([
    on(false, { FORCE_COLOR: '1' }),
    on(false, { FORCE_COLOR: '' }),
    on(false, { FORCE_COLOR: '1', NO_COLOR: '1' }),
  ]).toEqual([true, true, true])
  expect([on(true, { FORCE_COLOR: '0' }), on(true, { FORCE_COLOR: 'false' })]).toEqual([false, false])
})

it('redraws a line on a terminal with a cursor', () => {
  expect([canRedraw({ isTTY: true }, {}), canRedraw({ isTTY: true }, { TERM: 'xterm', NO_COLOR: '1' })]).toEqual([
    true,
    true,
  ])
  expect([canRedraw({ isTTY: true }, { TERM: 'dumb' }), canRedraw({}, {})]).toEqual([false, false])
})
