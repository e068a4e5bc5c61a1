import { expect, it } from 'vitest'
import type { ExperimentReport, Finding } from '../explore/report.ts'
import { findByCall } from './explore-row.ts'

const formatRerun = (flag: string, id: string): string => `${flag} ${id}`

function experiment(point: string, what: string): ExperimentReport {
  const id = `${point}:${what}`
  return {
    id,
    point,
    fault: what,
    group: 'network',
    what,
    verdict: 'hung',
    because: 'no end',
    reached: true,
    end: 'hung',
  }
}

function finding(what: string, ...points: string[]): Finding {
  const cases = points.map((point) => experiment(point, what))
  return {
    verdict: 'hung',
    fault: what,
    faults: [what],
    group: 'network',
    what,
    because: 'no end',
    lesson: 'Give each call a time limit.',
    clauses: [],
    cases,
    of: cases.length,
  }
}

it('makes one finding of all faults with one verdict at a call', () => {
  const found = findByCall([finding('no answer', 'GET /a#1'), finding('late answer', 'GET /a#1')], { formatRerun })
  expect(found).toEqual([
    {
      id: 'hung no answer at GET /a#1',
      verdict: 'hung',
      title: 'no answer, or in 1 more way, at GET /a#1',
      because: 'no end',
      sentence: 'Give each call a time limit.',
      again: 'case GET /a#1:no answer',
    },
  ])
})

it('lists calls with the same fault together', () => {
  const found = findByCall([finding('no answer', 'GET /a#1', 'GET /b#1', 'GET /c#1')], { formatRerun })
  expect(found.map(({ title }) => title)).toEqual(['no answer, at GET /a#1, GET /b#1 and 1 more'])
})

it('parts calls that begin with other faults', () => {
  const found = findByCall([finding('no answer', 'GET /a#1'), finding('late answer', 'GET /b#1')], { formatRerun })
  expect(found.map(({ id }) => id)).toEqual(['hung no answer at GET /a#1', 'hung late answer at GET /b#1'])
})
