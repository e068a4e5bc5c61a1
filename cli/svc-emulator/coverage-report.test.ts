import { expect, describe, it } from 'vitest'
import { clauses } from '../../emulator/contract/clauses.ts'
import { Coverage, type CoverageReport } from '../../emulator/engine/coverage/coverage.ts'
import { noCitations } from '../../emulator/engine/coverage/citation-set.ts'
import { mergeReports } from '../../emulator/engine/coverage/merge.ts'
import { clauseSections } from '../../emulator/engine/coverage/sections.ts'
import { writeReport } from '../../emulator/scenario/reports/write-report.ts'
import { describeCoverage } from './coverage-report.ts'

const coverage = new Coverage()
for (const id of ['user.has-name', 'user.has-name', 'client.json-output'] as const)
  coverage.answered(noCitations.with(id))
const report = coverage.report()

const written = (of: CoverageReport, wires: ['rest'], style: { color: boolean; all: boolean }) =>
  writeReport('pretty', describeCoverage(of, clauseSections(of, wires), 'Coverage'), style)

describe('the report of coverage', () => {
  it('is written for a terminal, without colour where there is none', () => {
    const text = written(report, ['rest'], { color: false, all: false })
    expect(text).toContain('✗ user.has-alias')
    expect(text).not.toContain('✓')
    expect(text).toMatch(/1 of \d+ clauses exercised \(0\.\d %\)/)
    expect(text).not.toContain('\x1b')
    const all = written(report, ['rest'], { color: true, all: true })
    expect(all).toContain('✓\x1b[0m user.has-name')
  })

  it('is one page that needs nothing else', () => {
    const named = mergeReports([
      report,
      {
        clauses: { items: [{ id: 'user.has-name', count: 1, tests: ['<script>alert(1)</script> & "quotes"'] }] },
        assumptions: { items: [] },
      },
    ])
    const html = writeReport(
      'html',
      describeCoverage(named, clauseSections(named, ['rest', 'realtime', 'client']), 'My <run>'),
    )
    expect(html).toContain('<title>My &#60;run&#62;</title>')
    expect(html).toContain('&#60;script&#62;alert(1)&#60;/script&#62; &#38; &#34;quotes&#34;')
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html).not.toMatch(/(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?\/\//)
    for (const { id } of clauses) expect(html).toContain(`<code>${id}</code>`)
  })
})
