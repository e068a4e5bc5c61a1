import { describe, expect, it } from 'vitest'
import { escapeMarkup } from './escape-markup.ts'
import type { Report } from './report.ts'
import { writeReport } from './write-report.ts'

/** Texts that XML cannot hold, or that would end an element or an attribute. */
const nasty = [
  '\uFFFF',
  '\uFFFE',
  '\u0000',
  '\u001B[31m',
  '\uD800',
  'x\uDC00y',
  '</failure>',
  '" onload="x',
  ']]>',
  '&amp;',
]
const text = nasty.join('|')
const report: Report = {
  title: text,
  sections: [
    {
      name: text,
      note: text,
      verdict: 'failed',
      file: 'a file.ts',
      remarks: [text],
      cases: [
        { name: text, group: text, verdict: 'failed', type: text, message: text, details: [text], transcript: [text] },
        { name: text, verdict: 'skipped', message: text },
        { name: text, number: 3, verdict: 'passed', about: text, tests: [text] },
      ],
    },
  ],
  remarks: [text],
  summary: text,
  document: { text },
}

/** The `Char` of XML 1.0. */
const isXml = /^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]*$/u

describe.each(['junit', 'html'] as const)('%s', (format) => {
  const written = writeReport(format, report)

  it('holds no character that XML has no form for', () => {
    expect(isXml.test(text)).toBe(false)
    expect(isXml.test(written)).toBe(true)
  })

  it('lets no text end an element or an attribute', () => {
    expect(written).not.toContain('" onload')
    expect(written).not.toContain(']]>')
    expect(written).not.toContain('|</failure>')
    expect(written).toContain('&#60;/failure&#62;')
    expect(written).toContain('&#38;amp;')
  })
})

it('escapes what is meant for markup, and keeps characters beyond 16 bits', () => {
  expect(escapeMarkup('<a b="c">&\uFFFF\uD83D\uDE00\uD83D')).toBe(
    '&#60;a b=&#34;c&#34;&#62;&#38;\uFFFD\uD83D\uDE00\uFFFD',
  )
})

it('junit counts cases by verdict, and tells remarks and the summary as output', () => {
  const junit = writeReport('junit', { ...report, title: 'run', remarks: ['a note'], summary: 'the end' })
  expect(junit).toContain('<testsuites name="run" tests="3" failures="1">')
  expect(junit).toContain('tests="3" failures="1" skipped="1"')
  expect(junit).toMatch(/<system-out>[^<]*\na note\nthe end<\/system-out>\n {2}<\/testsuite>\n<\/testsuites>\n$/)
})

it('html says a message once that says what the case is about', () => {
  const page = writeReport('html', {
    ...report,
    sections: [
      {
        name: 'a',
        verdict: 'failed',
        cases: [{ name: 'b', verdict: 'failed', about: 'too late', message: 'too late' }],
      },
    ],
  })
  expect(page.split('too late')).toHaveLength(2)
})

it('html asks the network for nothing', () => {
  const page = writeReport('html', report)
  expect(page).toContain("default-src 'none'")
  expect(page).not.toMatch(/(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?\/\//)
  expect(page.match(/<script/g)).toHaveLength(1)
})

it('github annotates what failed, at its file', () => {
  expect(writeReport('github', { ...report, title: '' }).split('\n', 1)[0]).toMatch(/^::error file=a file\.ts,title=/)
})

it('tap is the whole stream', () => {
  expect(writeReport('tap', { ...report, sections: [{ name: 'one', verdict: 'passed', cases: [] }] })).toBe(
    'TAP version 13\n    # Subtest: one\n    1..0\nok 1 - one\n1..1\n',
  )
})

it('pretty tells findings in place of cases, and of a quote its beginning and its end', () => {
  const quote = ['1', '2', '3', '4', '5', '6', '7', '8', 'last'].join('\n')
  const findings = [{ level: 'error', kind: 'wrong', title: 'it', lines: ['a line', { quote }] }] as const
  const pretty = writeReport('pretty', { ...report, findings, remarks: [], summary: 'the end', overview: ['a table'] })
  expect(pretty).toBe('a table\n\nwrong: it\n  a line\n  1\n  2\n  3\n  4\n  5\n  …\n  8\n  last\n\nthe end\n')
})

describe.each(['pretty', 'tap', 'junit', 'json', 'jsonl', 'html', 'github'] as const)(
  '%s shows what others wrote as text',
  (format) => {
    const hidden = '\u001B[31m\u0007\u007F\u009B\u200B\u202E\u2028\uFEFF\r'
    const told = `a\n::error::pwn\n##[error]pwn${hidden}`
    const cases = [{ name: told, verdict: 'failed', message: told, details: told.split('\n') } as const]
    const written = writeReport(format, {
      title: told,
      document: { told },
      sections: [{ name: told, verdict: 'failed', cases }],
      findings: [{ level: 'error', kind: 'kind', title: told, lines: [told, { quote: told }] }],
      remarks: [told],
      summary: told,
    })

    it('without a character that nobody sees', () => {
      expect(written).toMatch(/\\u202e/)
      expect(written).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B\u2028\u202E\uFEFF]/)
    })

    it('without a line that GitHub obeys', () => {
      expect(written).not.toMatch(/^\s*::error::pwn|##\[error/m)
    })
  },
)

it('jsonl has a line for each event', () => {
  const [first, second] = [report.sections[0]!.cases[1]!, report.sections[0]!.cases[2]!]
  const finding = { level: 'error', kind: 'hung', title: 'it hangs', lines: ['a', { quote: 'b\nc' }] } as const
  const small = { ...report, sections: [{ ...report.sections[0]!, cases: [first, second] }], findings: [finding] }
  const events = writeReport('jsonl', small)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  expect(events).toEqual([
    { event: 'began', title: text },
    expect.objectContaining({ event: 'skipped', verdict: 'skipped' }),
    expect.objectContaining({ event: 'tried', number: 3 }),
    { event: 'found', ...finding, lines: ['a', 'b', 'c'] },
    { event: 'ended', remarks: [text], summary: text },
  ])
})
