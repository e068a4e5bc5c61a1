import { expect, it } from 'vitest'
import { asVitest } from './as-vitest.ts'
import { loadScenario } from './load.ts'

it('writes JavaScript that has each key and each character of the scenario', async () => {
  const value = JSON.parse(
    '{"__proto__":{"a":1},"constructor":2,"toString":[{"__proto__":"\\"__proto__\\":"}]}',
  ) as object
  const text = 'a\u007fb\u0085c\u200bd\u202ee\u2028f\ufeffg'
  const scenario = {
    scenario: 1,
    name: 'keys',
    as: 'svc-key-ada-admin',
    steps: [{ http: 'POST /workflow/put_session_object', body: { session_id: 'run-01', key: text, value } }],
  }
  const test = asVitest(await loadScenario(scenario))
  expect(test).not.toMatch(/[\u007f-\u009f\u200b\u202e\u2028\ufeff]/)
  const [, literal] = /const scenario = (\{[^]*?\n\})\n/.exec(test) ?? []
  // oxlint-disable-next-line no-eval
  const read = (0, eval)(`(${literal})`) as typeof scenario
  expect(JSON.stringify(read.steps)).toBe(JSON.stringify(scenario.steps))
})
