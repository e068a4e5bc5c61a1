import { expect, it } from 'vitest'
import { contractStamp } from '../../contract/stamp.ts'
import type { ReportFormat } from '../../scenario/reports/report.ts'
import { writeReport } from '../../scenario/reports/write-report.ts'
import { reportExploration, type ReportOptions } from './explore-report.ts'
import type { ExperimentReport, ExploreReport } from './report.ts'

const written = (format: ReportFormat, of: ExploreReport, options: Partial<ReportOptions> = {}) =>
  writeReport(format, reportExploration(of, options))

const experiment = (name: string, rest: Partial<ExperimentReport>): ExperimentReport => ({
  id: `GET /users/me#1:${name}`,
  point: 'GET /users/me#1',
  fault: name,
  group: 'network',
  what: `${name} <is done>`,
  verdict: 'survived',
  because: '',
  reached: true,
  end: 'succeeded',
  ...rest,
})
const wrong = experiment('lost-answer', { verdict: 'wrong-output', because: 'expected 1, got 2' })
const report: ExploreReport = {
  contract: contractStamp(),
  subject: 'client',
  output: 1,
  points: ['GET /users/me#1'],
  experiments: [wrong, experiment('slow-body', {}), experiment('no-answer', { reached: false })],
  findings: [
    {
      verdict: 'wrong-output',
      fault: 'lost-answer',
      faults: ['lost-answer'],
      group: 'network',
      what: wrong.what,
      because: wrong.because,
      lesson: 'Look.',
      clauses: [],
      cases: [wrong, wrong],
      of: 2,
    },
  ],
  accepted: [],
  stale: [],
  notes: ['something <else>'],
  left: { refusal: 7 },
  masks: ['/at'],
  clauses: {},
}

it.each([
  ['pretty', written('pretty', report)],
  ['github', written('github', report)],
  ['junit', written('junit', report)],
  ['html', written('html', report)],
])('%s says what was found, what was not run, and what survived nothing', (_, text) => {
  expect(text).toMatch(/wrong-output(?:: |%3A )lost-answer (?:<is done>|&lt;is done&gt;|&#60;is done&#62;)/)
  for (const said of [
    'expected 1, got 2',
    'not run, for lack of time: 7 refusal',
    'differ there: /at',
    '3 experiments at 1 call: 1 survived, 0 reported, 1 did not reach their fault, 1 finding',
  ])
    expect(text).toContain(said)
  expect(text).toMatch(/note: something (?:<else>|&lt;else&gt;|&#60;else&#62;)/)
})

it.each([
  ['pretty', written('pretty', report)],
  ['github', written('github', report)],
])('%s names each call once', (_, text) => {
  expect(text).toMatch(/at GET \/users\/me#1(?: \(2 of 2 experiments\)|%0A)/)
})

it('junit skips what did not reach its fault', () => {
  expect(written('junit', report)).toContain('tests="3" failures="1" skipped="1"')
  expect(written('junit', report)).toContain(
    'name="GET /users/me#1:no-answer"><skipped message="the run did not reach its fault"/>',
  )
})

it('the table of the pretty report fits its columns, and has those groups alone that something was done of', () => {
  const points = [
    'GET /users/me#1',
    'POST /api-keys/target/:target/:target_id#1',
    'POST /api-keys/target/:target/:target_id#2',
  ]
  const experiments = [
    wrong,
    experiment('a', { point: points[1]!, group: 'refusal' }),
    experiment('b', { point: points[2]!, reached: false }),
    experiment('c', { point: null, group: 'unspecified' }),
  ]
  const lines = (columns?: number) =>
    written('pretty', { ...report, points: points.slice(0, 2), experiments }, { columns })
      .split('\n')
      .slice(0, 5)
  expect(lines(60)).toEqual([
    'findings                       network  refusal  unspecified',
    'GET /users/me#1                      1',
    'POST /api-keys…t/:target_id#1                 .',
    'POST /api-keys…t/:target_id#2        -',
    'the whole run                                              .',
  ])
  expect(lines()[2]).toMatch(/^POST \/api-keys\/target\/:target\/:target_id#1 +\.$/)
})

it('a run that ignored a failure is not headed `survived`', () => {
  const ignoring = experiment('no-answer', {})
  const strict = { ...report, findings: [{ ...report.findings[0]!, verdict: 'survived' as const, cases: [ignoring] }] }
  for (const text of [
    written('pretty', strict),
    written('github', strict),
    written('junit', strict),
    written('html', strict),
  ]) {
    expect(text).toMatch(/ignored-failure(?:: |%3A )lost-answer|ignored-failure(?:: |%3A )no-answer/)
    expect(text).not.toMatch(/survived(?:: |%3A )/)
  }
})

it('a finding of several faults names them', () => {
  const merged = { ...report, findings: [{ ...report.findings[0]!, faults: ['lost-answer', 'gateway'] }] }
  expect(written('pretty', merged)).toContain('\n  the same difference with lost-answer, gateway\n')
})

it('junit can be read whatever a client prints', () => {
  const printed = { ...wrong, because: 'printed \uFFFF\uD800\u0000 </failure>' }
  const xml = written('junit', {
    ...report,
    experiments: [printed],
    findings: [{ ...report.findings[0]!, cases: [printed] }],
  })
  expect(xml).toContain('printed \uFFFD\uFFFD\\u0000 &#60;/failure&#62;')
})
