import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeTestFile } from './test-file.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-shrink-test-'))
  for (const name of ['src', 'tests']) mkdirSync(join(folder, name))
  for (const name of ['src/a.e2e.test.ts', 'list.test.ts', 'tests/orgs_test.py', 'tests/__init__.py'])
    writeFileSync(join(folder, name), '')
})
afterAll(() => rmSync(folder, { recursive: true }))

const describe = (line: string, name: string, output: string) =>
  describeTestFile(
    line.split(' '),
    { name: join(folder, name), message: 'no', size: '9 records to 1' },
    join(folder, output),
  )

it('ends the name of a file for vitest as the file does that fails, and runs it with its project', () => {
  const line = 'npx vitest -t all --config=own.ts src --project api'
  const { path, test, text, words } = describe(line, 'src/a.e2e.test.ts > orgs > lists > all', 'repro.json')
  expect({ path, test }).toEqual({ path: join(folder, 'repro.e2e.test.ts'), test: 'orgs > lists > all' })
  expect(text).toContain("await import('./src/a.e2e.test.ts')\n")
  expect(words).toEqual(['npx', 'vitest', 'run', path, '--config=own.ts', '--project', 'api'])
})

it('writes a file for pytest that is found, and that imports from its package', () => {
  const line = 'python3 -m pytest -p no:cacheprovider -k all --svc-key=x --svc-scenario=few.yaml tests'
  const { path, text, words } = describe(line, 'tests.orgs_test.TestOrgs > test_all[a > b]', 'tests/my repro-1.yaml')
  expect(path).toBe(join(folder, 'tests/my_repro_1_test.py'))
  expect(text).toContain('from .orgs_test import *')
  expect(text).toContain('scenario="my repro-1.yaml"')
  expect(text).toContain('.endswith("::TestOrgs::test_all[a > b]")')
  expect(words).toEqual(['python3', '-m', 'pytest', path, '-p', 'no:cacheprovider', '--svc-key=x'])
})

it.each([
  [
    'npx vitest',
    'list.test.ts > all',
    'list.json',
    /^no test is written: it would replace .*list\.test\.ts, which has the test: expected/,
  ],
  ['npx vitest', 'list.test.ts', 'repro.json', /list\.test\.ts' is no test of a file$/],
  [
    'pytest',
    'tests.orgs_test > test_all',
    'repro.yaml',
    /stand beside .*orgs_test\.py: expected -o .*tests.repro\.yaml$/,
  ],
  [
    'pytest',
    'others.orgs_test > test_all',
    'repro.yaml',
    /: no file of the current folder has the module .*orgs_test$/,
  ],
])('refuses a file of %s for %s beside %s', (line, name, output, said) => {
  expect(() => describe(line, name, output)).toThrow(said)
})
