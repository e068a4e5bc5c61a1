import { expect, it } from 'vitest'
import { describeTrials, passAll, type TrialOutcome } from './trial-report.ts'

const twice = 'records[0].count: expected 1 of orgs with {"name":"Night shift"}, got 2'
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`

it('counts, estimates, and groups failures by what they left in the world and how they ended', () => {
  const failures: Record<number, string[]> = {
    2: [twice, 'stdout: expected "x", got "a"'],
    5: [twice, 'stdout: expected "x", got "b"'],
    6: ['exit: expected 0, got 1', twice],
    7: [`stdout: expected 0, got ${id(7)}`],
  }
  const trials = Array.from({ length: 8 }, (_, n): TrialOutcome => {
    const found = failures[n + 1] ?? []
    return { seed: n + 1, ok: found.length === 0, failures: found }
  })
  const { lines, document } = describeTrials('task', trials)
  expect(lines).toEqual([
    'task: 4 of 8 passed; pass^1 0.50, pass^2 0.21, pass^4 0.01, pass^8 0',
    '  2 trials, seeds 2, 5:',
    `    ${twice}`,
    '    1 more difference with `--seeds 2` alone',
    '  1 trial, seed 6:',
    '    exit: expected 0, got 1',
    `    ${twice}`,
    '  1 trial, seed 7:',
    '    stdout: expected 0, got <id>',
  ])
  expect(document).toMatchObject({ trials: 8, passed: 4, pass: { 1: 0.5, 8: 0 }, runs: trials })
})

it('is C(c,k)/C(n,k), by counting all choices', () => {
  const choices = (from: readonly boolean[], k: number): boolean[][] =>
    k === 0 ? [[]] : from.flatMap((each, n) => choices(from.slice(n + 1), k - 1).map((rest) => [each, ...rest]))
  for (const passed of [0, 1, 3, 6])
    for (const k of [1, 2, 3, 6]) {
      const all = choices(
        Array.from({ length: 6 }, (_, n) => n < passed),
        k,
      )
      expect(passAll(passed, 6, k)).toBeCloseTo(all.filter((each) => each.every(Boolean)).length / all.length, 12)
    }
})

it('writes no share as 0 or 1 that is not', () => {
  const trials = Array.from({ length: 512 }, (_, seed): TrialOutcome => ({
    seed,
    ok: seed > 0,
    failures: seed > 0 ? [] : ['x'],
  }))
  expect(describeTrials('task', trials).lines[0]).toContain('511 of 512 passed; pass^1 >0.99, pass^2 >0.99')
  expect(describeTrials('task', trials).lines[0]).toContain('pass^256 0.50, pass^512 0')
})

it('shows all differences of a trial that was played alone', () => {
  const { lines } = describeTrials('task', [{ seed: 2, ok: false, failures: [twice, 'stdout: expected "x", got "a"'] }])
  expect(lines.slice(2)).toEqual([`    ${twice}`, '    stdout: expected "x", got "a"'])
})
