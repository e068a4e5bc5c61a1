import { beforeAll, expect, it } from 'vitest'
import { runSamples, type SampleResult } from './sample/run-samples.ts'

let tests: ReadonlyMap<string, SampleResult>
beforeAll(async () => {
  tests = await runSamples('defects')
})

it('a test that fails says which defect its world met', () => {
  expect(tests.get('fails, and met a defect')).toEqual({
    state: 'failed',
    messages: [
      expect.stringContaining('expected 500 to be 200'),
      expect.stringMatching(
        /^GET \/healthz was answered internal_error because the hook `beside` failed:\nError: no database/,
      ),
    ],
  })
})

it.each(['passes in spite of it', 'fails as expected'])('a test that %s goes on to pass', (name) => {
  expect(tests.get(name)).toEqual({ state: 'passed', messages: [] })
})
