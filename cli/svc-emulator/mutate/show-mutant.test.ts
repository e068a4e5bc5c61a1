import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { MutantOutcome } from '../../../emulator/lab/mutation/report.ts'
import { LiveRuns } from '../live-runs.ts'
import { mutantWords, showMutant } from './show-mutant.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function live(isTTY: boolean) {
  let written = ''
  const stderr = { isTTY, write: (text: string) => void (written += text) }
  const runs = new LiveRuns({ stderr, env: {}, secrets: new Set() } as never, mutantWords)
  const mutants = {
    begin: (of: number) => runs.begin(of),
    tried: (outcome: MutantOutcome) => showMutant(outcome, runs),
    note: (text: string) => runs.note(text),
    end: () => runs.end(),
  }
  return {
    mutants,
    /** Takes the text that was written since the last time. */
    text: () => {
      const text = written
      written = ''
      return text
    },
  }
}
const outcome = (id: string, status: MutantOutcome['status']): MutantOutcome => ({
  id,
  clause: id,
  breaks: 'leaves `name` out',
  status,
  metBy: [],
})

it('a terminal shows survivors as they come, and below them how far it is', () => {
  const { mutants, text } = live(true)
  expect(text()).toBe('\r\u001B[Krunning the tests as they are')
  vi.advanceTimersByTime(20_000)
  mutants.begin(4)
  expect(text()).toBe('\r\u001B[K0 of 4 mutants, 0 survived')
  vi.advanceTimersByTime(10_000)
  mutants.tried(outcome('a', 'killed'))
  expect(text()).toBe('\r\u001B[K1 of 4 mutants, 0 survived, about 30 s left')
  mutants.tried(outcome('b', 'survived'))
  expect(text()).toBe(
    '\r\u001B[Ksurvived: b: no test failed although the emulator leaves `name` out\n\r\u001B[K2 of 4 mutants, 1 survived, about 10 s left',
  )
  mutants.note('svc-emulator: a note')
  expect(text()).toBe('\r\u001B[Ksvc-emulator: a note\n\r\u001B[K2 of 4 mutants, 1 survived, about 10 s left')
  mutants.end()
  expect(text()).toBe('\r\u001B[K')
})

it('a survivor that is accepted is no news', () => {
  const { mutants, text } = live(true)
  mutants.begin(100)
  mutants.tried(outcome('a', 'accepted'))
  mutants.tried(outcome('b', 'survived'))
  expect(text()).not.toContain('survived: a')
  mutants.tried(outcome('c', 'survived'))
  expect(text()).toContain('3 of 100 mutants, 2 survived')
})

it('the time that is left is not guessed from the first few', () => {
  const { mutants, text } = live(true)
  mutants.begin(100)
  vi.advanceTimersByTime(10_000)
  mutants.tried(outcome('a', 'killed'))
  expect(text()).toMatch(/1 of 100 mutants, 0 survived$/)
})

it('a log has a line every 30 s', () => {
  const { mutants, text } = live(false)
  vi.advanceTimersByTime(30_000)
  expect(text()).toBe('running the tests as they are\n')
  mutants.begin(4)
  mutants.tried(outcome('a', 'survived'))
  expect(text()).toBe('')
  vi.advanceTimersByTime(30_000)
  expect(text()).toBe('1 of 4 mutants, 1 survived, about 90 s left\n')
  mutants.note('svc-emulator: a note')
  expect(text()).toBe('svc-emulator: a note\n')
  mutants.end()
  vi.advanceTimersByTime(60_000)
  expect(text()).toBe('')
})
