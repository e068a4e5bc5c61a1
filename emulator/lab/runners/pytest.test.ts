import { expect, it } from 'vitest'
import { findRunner } from './find-runner.ts'
import { pytest, readJunit } from './pytest.ts'

it.each([
  ['pytest', true],
  ['python3 -m pytest -k listing tests', true],
  ['uv run pytest', true],
  ['.venv/bin/pytest tests/test_list.py', true],
  ['python3 test_list.py', false],
  ['pytest -- tests', false],
  ['npx vitest run', false],
])('%s: %s', (line, expected) => {
  expect(findRunner(line.split(' ')) === pytest).toBe(expected)
})

const report = `<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" errors="2">
<testcase classname="tests.test_list" name="test_passes" time="0.002" />
<testcase classname="tests.test_list.TestPages" name="test_all[25 &lt; 30]" time="1.611"><failure message="AssertionError: a &quot;page&quot; is taken for all&#10;assert 10 == 25&#10; +  where 10 = len([{'alias': 'run-25'}])">def test_all():
E       AssertionError: a "page" is taken for all</failure></testcase>
<testcase classname="tests.test_list" name="test_other" time="0.002"><system-out>said</system-out><failure message="AssertionError: a &quot;page&quot; is taken for all">…</failure></testcase>
<testcase classname="tests.test_list" name="test_skipped" time="0.002"><skipped type="pytest.skip" message="later">…</skipped></testcase>
<testcase classname="tests.test_list" name="test_world" time="0.002"><error message="failed on setup with &quot;Failed: no key&quot;">…</error></testcase>
<testcase classname="" name="tests.test_bad" time="0.000"><error message="collection failure">ImportError while importing test module &apos;test_bad.py&apos;.
tests/test_bad.py:1: in &lt;module&gt;
    import nope
E   ModuleNotFoundError: No module named &apos;nope&apos;</error></testcase>
</testsuite></testsuites>`

it('tells the tests that failed apart by their names, with the first line of each message', () => {
  const message = 'AssertionError: a "page" is taken for all'
  expect(readJunit(report)).toEqual([
    { name: 'tests.test_list.TestPages > test_all[25 < 30]', message },
    { name: 'tests.test_list > test_other', message },
    { name: 'tests.test_list > test_world', message: 'failed on setup with "Failed: no key"' },
    { name: 'tests.test_bad', message: "ModuleNotFoundError: No module named 'nope'" },
  ])
  expect(readJunit('')).toEqual([])
})
