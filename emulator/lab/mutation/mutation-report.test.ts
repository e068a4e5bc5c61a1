import type { ReportFormat } from '../../scenario/reports/report.ts'
import { describe, expect, it } from 'vitest'
import { writeReport } from '../../scenario/reports/write-report.ts'
import { reportMutation, type MutationContext } from './mutation-report.ts'
import type { MutantOutcome } from './report.ts'

const outcome = (id: string, status: MutantOutcome['status'], more: Partial<MutantOutcome> = {}): MutantOutcome => ({
  id,
  clause: id,
  breaks: 'leaves `name` out',
  status,
  metBy: ['a.test.ts > says <hello>'],
  ...more,
})
const outcomes = [
  outcome('user.has-name', 'survived', { files: ['a,b.test.ts'] }),
  outcome('user.has-alias', 'killed'),
  outcome('user.id-is-uuid', 'timeout'),
  outcome('orgs.get', 'unmet', { metBy: [] }),
  outcome('orgs.list', 'accepted'),
  outcome('orgs.put', 'undecided'),
]
const context: MutationContext = { subject: 'node "a" & b', rerun: ({ id }) => `exec --broken ${id} -- node a` }
const written = (reporter: ReportFormat) => writeReport(reporter, reportMutation({ outcomes }, context))

describe('reports of mutants', () => {
  it('as text show each survivor, what had no end, and the score', () => {
    const text = written('pretty')
    expect(text).toMatch(
      /^survived: user\.has-name\n {2}The specification: .+\n {2}Survived: no test failed although the emulator leaves `name` out\.\n {2}Exercised it, and passed: a\.test\.ts > says <hello>\n {2}Again: exec --broken user\.has-name -- node a\n/,
    )
    expect(text).toContain('did not end in time, which is no proof that they were noticed: user.id-is-uuid\n')
    expect(text).toContain(
      '1 of 3 mutants noticed, 1 timed out, 1 missed. 1 accepted. 1 not tried. 1 more is on clauses that your tests never reach\n',
    )
  })

  it('begin with broken behaviour, and end with fields', () => {
    const survivors = [
      'user.has-name',
      'pagination.record.last-id-in-response',
      'users.update.self/2',
      'user.role-owner-for-self',
      'user.has-alias',
      'user.status-always-present',
    ]
    const report = { outcomes: survivors.map((id) => outcome(id, 'survived')) }
    const text = writeReport('pretty', reportMutation(report, context))
    expect(text.match(/^survived: .*$/gm)).toEqual([
      'survived: pagination.record.last-id-in-response',
      'survived: users.update.self/2',
      'survived: user.role-owner-for-self',
      'survived: user.status-always-present',
      'survived: user.has-name',
      'survived: user.has-alias',
    ])
  })

  it('name what was noticed, and by which test, where that is asked for', () => {
    const killed: MutantOutcome[] = [
      {
        ...outcome('user.has-id', 'killed'),
        noticedBy: ['a.test.ts > looks'],
        noticed: 'expected 1 to be 2\nat a.test.ts:3',
      },
      { ...outcome('users.get', 'killed'), by: 'a-scenario', noticed: 'step 2 (GET /users/me): 404' },
      { ...outcome('users.put', 'killed'), noticed: 'exit code 1' },
    ]
    const text = writeReport('pretty', reportMutation({ outcomes: killed }, { ...context, showsKilled: true }))
    expect(text.match(/^killed: .*$/gm)).toEqual([
      'killed: user.has-id: a.test.ts > looks (expected 1 to be 2)',
      'killed: users.get: a-scenario (step 2 (GET /users/me): 404)',
      'killed: users.put: exit code 1',
    ])
    expect(writeReport('pretty', reportMutation({ outcomes: killed }, context))).not.toContain('killed:')
  })

  it('for GitHub are one annotation for each survivor, at the file of its tests', () => {
    const lines = written('github').trimEnd().split('\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toBe('did not end in time, which is no proof that they were noticed: user.id-is-uuid')
    expect(lines[2]).toMatch(/^1 of 3 mutants noticed/)
    expect(lines[0]).toMatch(
      /^::warning file=a%2Cb\.test\.ts,title=survived%3A user\.has-name::.+%0ASurvived: no test failed although the emulator leaves/,
    )
  })

  it('as JUnit fail for survivors and for what had no end, and skip what was not tried', () => {
    const xml = written('junit')
    expect(xml).toContain('tests="6" failures="2" skipped="3"')
    expect(xml.match(/<failure /g)).toHaveLength(2)
    expect(xml.match(/<skipped /g)).toHaveLength(3)
    expect(xml).toContain('name="mutants of node &#34;a&#34; &#38; b"')
    expect(xml).not.toContain('says <hello>')
  })

  it('as a page are safe and whole', () => {
    const html = written('html')
    expect(html).toContain('<li class="skipped"><span class="word">undecided</span><div><code>orgs.put</code>')
    expect(html).toContain('says &#60;hello&#62;')
    expect(html).not.toContain('<hello>')
    expect(html).toContain("default-src 'none'")
  })

  it('as JSON hold the score and every mutant', () => {
    const { score, mutants } = JSON.parse(written('json')) as { score: object; mutants: MutantOutcome[] }
    expect(score).toMatchObject({ killed: 1, survived: 1, timeout: 1, accepted: 1, unmet: 1, undecided: 1 })
    expect(mutants).toEqual(outcomes)
  })
})
