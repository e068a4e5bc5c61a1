import { describe, expect, it } from 'vitest'
import { createReporter, type ReporterName } from './reporter.ts'
import type { ReplayResult } from './result.ts'

const passed: ReplayResult = {
  name: 'good',
  about: 'Shows <good> things.',
  file: undefined,
  target: 'in process',
  ok: true,
  problems: [],
  notes: [],
  clauses: [{ id: 'user.id-is-uuid', count: 2 }],
  steps: [
    {
      number: 1,
      kind: 'http',
      title: 'GET /users/me',
      status: 'passed',
      reasons: [],
      transcript: ['> GET /users/me', '< 200'],
    },
  ],
}
const failed: ReplayResult = {
  ...passed,
  name: 'bad',
  ok: false,
  file: 'bad.yaml',
  problems: ['the trigger late never fired'],
  steps: [
    {
      number: 1,
      kind: 'http',
      title: 'GET /a?b="c"&d#1',
      status: 'failed',
      reasons: ['status: expected 200, got 500', 'body.a: expected "<x>", got "\u0000"'],
      transcript: ['< 500'],
    },
    {
      number: 2,
      kind: 'run',
      title: 'svc whoami',
      status: 'skipped',
      reasons: ['an earlier step failed'],
      transcript: [],
    },
  ],
}

function report(name: ReporterName, color = false, results = [passed, failed], now?: () => number): string {
  let text = ''
  const output = { write: (part: string) => (text += part), color, live: false, ...(now && { now }) }
  const reporter = createReporter(name, output)
  for (const result of results) {
    reporter.begin?.(result.name)
    for (const step of result.steps) reporter.step?.(step)
    reporter.scenario?.(result)
  }
  reporter.end(results)
  return text
}

it('pretty', () => {
  expect(report('pretty')).toBe(
    [
      '✓ good (1 step) Shows <good> things.',
      '✗ bad (2 steps) Shows <good> things.',
      '    ✗ step 1: GET /a?b="c"&d#1',
      '        status: expected 200, got 500',
      '        body.a: expected "<x>", got "\\u0000"',
      '        < 500',
      '    ✗ the trigger late never fired',
      '    bad.yaml',
      '',
      '2 scenarios: 1 failed; 3 steps, 1 of them not run; 1 clause exercised',
      '',
    ].join('\n'),
  )
  expect(report('pretty', true)).toContain('\u001B[32m✓')
})

it('TAP 13', () => {
  expect(report('tap')).toBe(
    [
      'TAP version 13',
      '    # Subtest: good',
      '    ok 1 - GET /users/me',
      '    1..1',
      'ok 1 - good',
      '    # Subtest: bad',
      '    not ok 1 - GET /a?b="c"&d\\#1',
      '      ---',
      '      differences: |',
      '        status: expected 200, got 500',
      '        body.a: expected "<x>", got "\\u0000"',
      '      ...',
      '    ok 2 - svc whoami # SKIP an earlier step failed',
      '    not ok 3 - the trigger late never fired',
      '    1..3',
      'not ok 2 - bad',
      '1..2',
      '',
    ].join('\n'),
  )
})

describe('JUnit', () => {
  it('is XML with a suite for each scenario', () => {
    const text = report('junit')
    const document = new DOMParserLike(text)
    expect(document.tags('testsuite')).toEqual([
      'name="good" tests="1" failures="0" skipped="0"',
      'name="bad" tests="3" failures="2" skipped="1"',
    ])
    expect(document.tags('testcase')).toHaveLength(4)
    expect(text).toContain('<testsuites name="svc-emulator replay" tests="4" failures="2">')
    expect(text).toContain('<skipped message="an earlier step failed"/>')
    expect(text).not.toContain('\u0000')
    expect(text).not.toContain('"<x>"')
  })

  it('tells how long each step took, where there is a clock', () => {
    expect(report('junit')).not.toContain('time=')
    let now = 0
    const document = new DOMParserLike(report('junit', false, undefined, () => (now += 250)))
    expect(document.tags('testsuite')).toEqual([
      'name="good" tests="1" failures="0" skipped="0" time="0.250"',
      'name="bad" tests="3" failures="2" skipped="1" time="0.500"',
    ])
    expect(document.tags('testsuites')).toEqual(['name="svc-emulator replay" tests="4" failures="2" time="0.750"'])
    expect(document.tags('testcase')[0]).toBe('classname="good" name="1 GET /users/me" time="0.250"')
  })
})

it('JSON', () => {
  expect(JSON.parse(report('json'))).toMatchObject({
    schema_version: 1,
    ok: false,
    totals: { scenarios: 2, failed: 1, not_played: 0, steps: 3, skipped: 1, clauses: 1 },
    scenarios: [
      { name: 'good', ok: true },
      { name: 'bad', problems: ['the trigger late never fired'] },
    ],
  })
})

const notPlayed: ReplayResult = {
  ...passed,
  name: 'elsewhere',
  steps: [],
  clauses: [],
  notPlayed: 'not supported by this target: needs an emulator (clock)',
}

it.each<[ReporterName, string[]]>([
  [
    'pretty',
    [
      '- elsewhere not played: not supported by this target: needs an emulator (clock)\n',
      '2 scenarios: 1 passed, 1 not played; 1 step; 1 clause exercised\n',
    ],
  ],
  ['tap', ['ok 2 - elsewhere # SKIP not supported by this target: needs an emulator (clock)\n']],
  [
    'junit',
    [
      'tests="2" failures="0">',
      'name="elsewhere" tests="1" failures="0" skipped="1"',
      '<skipped message="not supported by this target: needs an emulator (clock)"/>',
    ],
  ],
  ['json', ['"not_played": 1', '"notPlayed": "not supported by this target: needs an emulator (clock)"']],
])('%s counts scenarios that were not played apart', (name, texts) => {
  for (const text of texts) expect(report(name, false, [passed, notPlayed])).toContain(text)
})

it.each<[ReporterName, string[]]>([
  ['pretty', ['- empty not played: no steps\n', '1 scenario: 0 passed, 1 not played; 0 steps']],
  ['tap', ['ok 1 - empty # SKIP no steps\n']],
  ['junit', ['tests="1" failures="0">', '<skipped message="no steps"/>']],
  ['json', ['"ok": false', '"not_played": 1']],
])('%s counts a scenario without steps as not played', (name, texts) => {
  for (const text of texts) expect(report(name, false, [{ ...passed, name: 'empty', steps: [] }])).toContain(text)
})

/** Just enough of a reader to count tags and to notice that they are balanced. */
class DOMParserLike {
  readonly #found: [string, string][] = []

  constructor(text: string) {
    const open: string[] = []
    for (const [, close, name = '', attributes = '', selfClosed] of text.matchAll(
      /<(\/?)([a-z]+)((?: [a-z]+="[^"<]*")*)(\/?)>/g,
    )) {
      if (close) expect(open.pop()).toBe(name)
      else {
        this.#found.push([name, attributes.trim()])
        if (!selfClosed) open.push(name)
      }
    }
    expect(open).toEqual([])
  }

  tags(name: string): string[] {
    return this.#found.filter(([tag]) => tag === name).map(([, attributes]) => attributes)
  }
}
