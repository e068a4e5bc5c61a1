import { expect, it } from 'vitest'
import { measureColumns } from './columns.ts'
import type { Line } from './line.ts'
import { formatAfter, formatMilliseconds, formatTook } from './milliseconds.ts'

const line = (number: number, url: string, error: string | null, realMs: number) =>
  ({
    number,
    via: 'http',
    request: { method: 'DELETE', url },
    response: { status: 200 },
    error,
    caller: 'build-bot',
    duration: { real_ms: realMs, after_ms: realMs / 10 },
    triggers: [],
    notes: ['ignored: limit'].slice(error === null ? 1 : 0),
  }) as unknown as Line

it('makes each column as wide as its longest text', () => {
  const lines = [line(9, '/v1/users/me', null, 0.24), line(12_345, '/v1/orgs', 'alias_taken', 12_000_000)]
  expect(measureColumns(lines, (text) => text)).toEqual({
    '--number': '5.2ch',
    '--kind': '6.2ch',
    '--what': '12.2ch',
    '--answer': '15.2ch',
    '--marks': '5.5ch',
    '--caller': '9.2ch',
    '--took': '8.2ch',
    '--after': '8.2ch',
  })
  expect(measureColumns(lines.slice(0, 1), (text) => text)['--after']).toBe('0')
})

it('says how much of a duration was a delay', () => {
  expect(formatTook({ world_ms: 0, real_ms: 1.5 })).toBe('1.5 ms')
  expect(formatTook({ world_ms: 0, real_ms: 0 })).toBe('')
  expect(formatTook({ world_ms: 0, real_ms: 2_001.5, delayed_ms: 2_000 })).toBe('1.5 ms + 2.0 s delayed')
  expect(formatTook({ world_ms: 0, real_ms: 4_001.5, held_ms: 4_000 })).toBe('1.5 ms + 4.0 s held')
})

it('says when a request came after the one before it, where that is known', () => {
  expect([{}, { after_ms: 99 }, { after_ms: 1_800 }].map(formatAfter)).toEqual(['', '', '+1.8 s'])
})

it.each([
  [0, '0.0 ms'],
  [9.94, '9.9 ms'],
  [9.96, '10 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [61_000, '61 s'],
  [12_000_000, '12,000 s'],
])('formats %d milliseconds as %s', (milliseconds, text) => {
  expect(formatMilliseconds(milliseconds)).toBe(text)
})
