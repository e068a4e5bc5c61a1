import { expect, it } from 'vitest'
import { contractStamp } from '../../contract/stamp.ts'
import { writeReport } from '../../scenario/reports/write-report.ts'
import { sortByGravity, type CheckFinding, type CheckVerdict } from './check-finding.ts'
import { describeFailure, reportCheck } from './check-report.ts'
import type { CheckReport } from './check.ts'

function finding(verdict: CheckVerdict, n = 1): CheckFinding {
  return { id: `${verdict} ${n}`, verdict, title: 'title', because: 'because', sentence: 'Sentence.', again: 'again' }
}

function report(findings: readonly CheckFinding[]): CheckReport {
  return {
    contract: contractStamp(),
    subject: 'node client.mjs',
    kind: 'client',
    findings,
    asked: [
      { question: 'explore', counts: 'documented failure', tried: 3, left: 2 },
      { question: 'questions', counts: 'open question', tried: 0, left: 0, why: 'there was no time' },
    ],
    remarks: ['the least key that it needs: read on org acme'],
    stale: [],
  }
}

it('puts wrong results first, and what tests do not notice last', () => {
  const sorted = sortByGravity([finding('unnoticed'), finding('hung'), finding('wrong-world'), finding('wrong-output')])
  expect(sorted.map(({ verdict }) => verdict)).toEqual(['wrong-output', 'wrong-world', 'hung', 'unnoticed'])
})

it('shows ten findings, each with its sentence and its command, and what was not asked', () => {
  const all = Array.from({ length: 12 }, (_, n) => finding('hung', n))
  const text = writeReport('pretty', reportCheck(report(all)))
  expect(text).toContain('10. hung: title\n  Sentence.\n  Again: again\n')
  expect(text).not.toContain('11. hung')
  expect(text.split('\n').slice(-5)).toEqual([
    '2 findings less grave than these: --reporter json has all',
    'the least key that it needs: read on org acme',
    'not asked: 2 documented failures (explore), questions (there was no time)',
    '12 findings; asked: 3 documented failures',
    '',
  ])
})

it('says how little was asked, so that nobody takes it for a good result', () => {
  const summary = (left: number) =>
    reportCheck({
      ...report([]),
      asked: [{ question: 'explore', counts: 'documented failure', tried: 8, left }],
      budgetForAll: '26m',
    }).summary
  expect(summary(195)).toBe('0 findings; asked: 8 documented failures: only 8 of 203, --budget 26m asks all')
  expect(summary(2)).toBe('0 findings; asked: 8 documented failures: 8 of 10, --budget 26m asks all')
})

it('has a failed case for each finding, and one for each question', () => {
  const [section] = reportCheck(report([finding('hung')])).sections
  expect(section!.cases.map(({ name, verdict }) => `${name}: ${verdict}`)).toEqual([
    'hung 1: failed',
    'explore: passed',
    'questions: skipped',
  ])
})

it('fails with findings, and where the budget was over before a question was asked', () => {
  const { asked } = report([])
  expect(describeFailure(report([]))).toBeUndefined()
  expect(describeFailure(report([finding('hung')]))).toBe('1 finding')
  expect(describeFailure({ findings: [], asked: asked.map((row) => ({ ...row, tried: 0 })) })).toContain(
    'nothing was asked',
  )
})
