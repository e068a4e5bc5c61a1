import { describe, expect, it } from 'vitest'
import { withSpeed, type Run } from './speed-page.ts'

const run: Run = {
  node: 'v20.20.2',
  cpu: 'A processor',
  cpus: 2,
  outcomes: [
    {
      name: 'verify',
      about: 'A full journal | asked.',
      measures: [
        { what: 'what happened', value: 0.4, unit: 'ms', atMost: 0.5 },
        { what: 'what did not', value: 12, unit: 'ms', atMost: 0.5, detail: '12 against 1' },
        { what: 'peer', value: 3, unit: 'x' },
      ],
    },
  ],
}

const page = '# Tested\n\n<!-- speed:begin -->\nold\n<!-- speed:end -->\n\nMore.\n'

describe('withSpeed', () => {
  it('tells each line with its bound, and which bounds were missed', () => {
    expect(withSpeed(page, run).split('\n').slice(-11).join('\n')).toBe(`A full journal \\| asked.

| line | measured | wanted | |
| --- | --: | --- | --- |
| what happened | 0.40 ms | at most 0.5 |  |
| what did not | 12 ms | at most 0.5 (missed) | 12 against 1 |
| peer | 3.00 x |  |  |
<!-- speed:end -->

More.
`)
  })

  it('refuses a run in which a benchmark failed', () => {
    const failed = { ...run, outcomes: [{ ...run.outcomes[0]!, failure: 'expected 200' }] }
    expect(() => withSpeed(page, failed)).toThrow('benchmarks failed: verify')
  })
})
