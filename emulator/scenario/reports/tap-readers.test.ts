import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Parser, type Result } from 'tap-parser'
import { describe, expect, it } from 'vitest'
import type { ReportCase, Report, ReportSection } from './report.ts'
import { writeReport } from './write-report.ts'

/** Texts that mean something in TAP or in YAML. */
const texts = [
  'it\'s "quoted" \\"twice\\"',
  '# TODO later',
  'path\\#SKIP it',
  '- a: {b: [c]} | > & * ! % @ `',
  '  indented\n\n    further',
  '...',
  '---',
  'not ok 1 - forged\n1..9\nBail out!',
  'tab\t, umlaut ü, \u0000, \u{1F600}',
  '"open',
]

const good: ReportCase[] = texts.map((name) => ({ name, verdict: 'passed' }))
const skipped: ReportCase = { name: 'a step', verdict: 'skipped', message: 'an earlier step failed' }
const bad: ReportCase[] = texts.map((name) => ({ name, verdict: 'failed', message: name, details: [name, ...texts] }))

const section = (name: string, verdict: ReportSection['verdict'], cases: readonly ReportCase[]): ReportSection => ({
  name,
  verdict,
  cases,
})
const tap = (...sections: ReportSection[]): string =>
  writeReport('tap', { title: 'replay', sections, summary: '', document: undefined } satisfies Report)

const green = tap(
  ...texts.map((name) => section(name, 'passed', [...good, skipped])),
  section('elsewhere', 'skipped', [skipped]),
  section('none', 'passed', []),
)
const red = tap(section('good', 'passed', good), section('bad', 'failed', [...bad, ...good, skipped]))

function run(command: string, args: readonly string[], input?: string): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(command, args, { input, encoding: 'utf8' })
  return { code: status, said: `${stdout}${stderr}` }
}

describe.skipIf(run('prove', ['--version']).code !== 0)('prove', () => {
  const prove = (text: string) => {
    const file = join(mkdtempSync(join(tmpdir(), 'svc-tap-')), 'run.tap')
    writeFileSync(file, text)
    return run('prove', ['--exec', 'cat', file])
  }

  it('passes a green run', () => {
    expect(prove(green)).toMatchObject({ code: 0, said: expect.stringContaining('Result: PASS') })
  })

  it('fails a red run, and reads all of it', () => {
    const { code, said } = prove(red)
    expect(code).toBe(1)
    expect(said).toMatch(/Tests: 2 Failed: 1\)\n {2}Failed test: {2}2\n/)
    expect(said).not.toMatch(/Parse errors|TODO/)
  })
})

const TAPPY = `
import sys
from tap.parser import Parser
lines = list(Parser().parse_text(sys.stdin.read()))
tests = [line for line in lines if line.category == 'test']
print(len(tests), sum(not line.ok for line in tests), sum(line.skip for line in tests), sum(line.todo for line in tests))
`

describe.skipIf(run('python3', ['-c', 'import tap.parser']).code !== 0)('tappy', () => {
  const read = (text: string) => run('python3', ['-c', TAPPY], text).said.trim().split('\n').at(-1)

  it('counts what passed and failed', () => {
    expect(read(green)).toBe(`${texts.length + 2} 0 1 0`)
    expect(read(red)).toBe('2 1 0 0')
  })
})

describe('tap-parser', () => {
  const read = (text: string) => {
    const counts = { subtests: 0, todo: 0, diag: [] as unknown[] }
    const parser = new Parser({ strict: true }, (results) => Object.assign(counts, { results }))
    parser.on('child', (child) => {
      counts.subtests++
      child.on('assert', ({ todo, diag }: Result) => {
        if (todo) counts.todo++
        if (diag) counts.diag.push(diag)
      })
    })
    parser.end(text)
    return counts as typeof counts & { results: Parser['results'] }
  }

  it('reads a green run with its subtests', () => {
    const { results, subtests, todo } = read(green)
    expect(results).toMatchObject({ ok: true, count: texts.length + 2, fail: 0, skip: 1, todo: 0 })
    expect([subtests, todo]).toEqual([texts.length + 1, 0])
  })

  it('reads the name of a step as it is written, and no directive in it', () => {
    const names = ['# SKIP no', 'path\\#TODO it', '\\']
    const text = tap(
      section(
        'names',
        'failed',
        names.map((name) => ({ name, verdict: 'failed' })),
      ),
    )
    expect(text).toContain('not ok 1 - \\# SKIP no\n')
    const seen: unknown[] = []
    const parser = new Parser({ strict: true })
    parser.on('child', (child) => {
      child.on('assert', ({ ok, name, skip, todo }: Result) => seen.push([ok, name, skip, todo]))
    })
    parser.end(text)
    expect(seen).toEqual(names.map((name) => [false, name, false, false]))
  })

  it('reads a red run with its differences', () => {
    const { results, diag } = read(red)
    expect(results).toMatchObject({ ok: false, count: 2, fail: 1 })
    expect(diag).toHaveLength(texts.length)
    expect(diag[0]).toEqual({ differences: expect.stringContaining('it\'s "quoted" \\"twice\\"\n') })
  })
})
