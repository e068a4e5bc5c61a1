import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { playwright } from './playwright.ts'
import { Notes } from './lab-folder.ts'
import type { FirstRun } from './runner.ts'

const words = ['npx', 'playwright', 'test']
const listing = (...files: string[]) =>
  JSON.stringify({ config: { rootDir: resolve('e2e') }, suites: files.map((file) => ({ file })) })

const listFiles = (folder: string, ask: FirstRun['ask']) =>
  playwright.list!({ words, folder, root: folder, notes: new Notes([]), pid: undefined, ask })

describe('a command line of Playwright', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-playwright-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it.each([
    ['npx playwright test', true],
    ['playwright test --project=chromium a.spec.ts', true],
    ['./node_modules/.bin/playwright test', true],
    ['npx playwright show-report', false],
    ['npm test', false],
    ['npx vitest run', false],
    ['npx playwright test -- a', false],
  ])('%s: %s', (line, expected) => {
    expect(playwright.takes(line.split(' '))).toBe(expected)
  })

  it('runs some of its files, by a list', async () => {
    const asked: string[][] = []
    const files = await listFiles(folder, async (line) => {
      asked.push([...line])
      return listing('b.spec.ts', 'deep/a.spec.ts', 'b.spec.ts')
    })
    expect(files!.all).toEqual([join('e2e', 'b.spec.ts'), join('e2e', 'deep/a.spec.ts')])
    expect(asked[0]).toEqual([...words, '--list', '--reporter=json'])
    const [list] = files!.only([join('e2e', 'deep/a.spec.ts')]).slice(3)
    expect(readFileSync(list!.replace('--test-list=', ''), 'utf8')).toBe('deep/a.spec.ts\n')
    expect(files!.only([join('e2e', 'deep/a.spec.ts')]).at(-1)).toBe(list)
  })

  it('runs all of them where its release takes no list, or says something else', async () => {
    expect(
      await listFiles(folder, async (line) =>
        line.some((word) => word.startsWith('--test-list')) ? undefined : listing('a.spec.ts'),
      ),
    ).toBeUndefined()
    expect(await listFiles(folder, async () => 'Listing tests:\n')).toBeUndefined()
  })
})

describe('the report of a run of Playwright', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-playwright-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const spec = (title: string, status: string, results: readonly object[] = [{}]) => ({
    title,
    tests: [{ status, results }],
  })
  const suite = (file: string, ...specs: object[]) => ({
    file,
    title: file,
    specs: specs.slice(0, 1),
    suites: specs.length > 1 ? [{ file, title: 'deep', specs: specs.slice(1) }] : [],
  })
  async function failures(suites: readonly object[], errors: readonly object[] = []) {
    const { failedFiles: read } = (await listFiles(folder, async () => listing('a.spec.ts', 'b.spec.ts')))!
    writeFileSync(
      playwright.reporting!(words, folder).env!['PLAYWRIGHT_JSON_OUTPUT_NAME']!,
      JSON.stringify({ config: { rootDir: resolve('e2e') }, suites, errors }),
    )
    return read!(folder, [join('e2e', 'a.spec.ts')], new Notes([]))
  }

  it('names the files that failed', async () => {
    const suites = [
      suite('a.spec.ts', spec('one', 'expected'), spec('two', 'unexpected')),
      suite('b.spec.ts', spec('x', 'flaky')),
    ]
    expect(await failures(suites)).toEqual([join('e2e', 'a.spec.ts')])
  })

  it.each<[string, readonly object[], (readonly object[])?]>([
    ['a test did not run', [suite('a.spec.ts', spec('one', 'unexpected'), spec('two', 'skipped', []))]],
    ['a file is missing', [suite('b.spec.ts', spec('one', 'unexpected'))]],
    ['something failed outside of tests', [suite('a.spec.ts', spec('one', 'unexpected'))], [{}]],
  ])('names none where %s', async (_, suites, errors) => {
    expect(await failures(suites, errors)).toBeUndefined()
  })

  it('gives the message of each test that failed, without colours and without its attempts', async () => {
    const message = '\u001b[31mError: expect(locator).toHaveText\u001b[39m\n\nExpected: 25\n\nCall log:\n  - 9 attempts'
    const results = [{ error: { message: 'Error: the first run' } }, { error: { message } }]
    await failures(
      [suite('a.spec.ts', spec('one', 'expected'), spec('two', 'unexpected', results))],
      [{ message: 'Error: no server' }],
    )
    expect(await playwright.readFailures!(folder)).toEqual([
      {
        name: `${join('e2e', 'a.spec.ts')} > deep > two`,
        message: 'Error: expect(locator).toHaveText\n\nExpected: 25',
      },
      { name: '', message: 'Error: no server' },
    ])
  })

  it('gives no failures where there is none', async () => {
    expect(await playwright.readFailures!(folder)).toEqual([])
  })
})
